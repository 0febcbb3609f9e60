import { type ReactNode, useState } from 'react';

interface PreviewProps {
  /** The address of the picture; null if there is none. */
  url: string | null;
  className?: string;
  /** Shown without an address, and if the picture cannot be loaded. */
  fallback: ReactNode;
}

/** The preview of an attached picture. A text beside it names it. */
export function Preview({ url, className, fallback }: PreviewProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url === null || url === failedUrl) return fallback;
  return <img src={url} alt="" draggable={false} decoding="async" onError={() => setFailedUrl(url)} className={className} />;
}
