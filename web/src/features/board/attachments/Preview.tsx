import { type ReactNode, useState } from 'react';

interface PreviewProps {
  /** The address of the picture; null if there is none. */
  url: string | null;
  className?: string;
  /** Shown without an address, and if the picture cannot be loaded. */
  fallback: ReactNode;
}

/**
 * The preview of an attached picture. A text beside it names it. A preview that is shown stays when its address is replaced by a
 * newer one, which would load the same picture again. Use the attachment's id as the key.
 */
export function Preview({ url, className, fallback }: PreviewProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null);
  const shownUrl = loadedUrl ?? url;
  if (shownUrl === null || shownUrl === failedUrl) return fallback;
  return (
    <img
      src={shownUrl}
      alt=""
      draggable={false}
      decoding="async"
      loading="lazy"
      onLoad={() => setLoadedUrl(shownUrl)}
      onError={() => setFailedUrl(shownUrl)}
      className={className}
    />
  );
}
