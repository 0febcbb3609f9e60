import { FileWarning } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState';
import { createEditor } from './editor/editor';
import { TextSkeleton } from './TextSkeleton';

/** A version of a note, rendered read-only; a skeleton until it has loaded. */
export function VersionText({ document }: { document: string | null }) {
  const host = useRef<HTMLDivElement>(null);
  const [isUnsupported, setIsUnsupported] = useState(false);
  useLayoutEffect(() => {
    if (!host.current || document === null) return;
    const editor = createEditor(host.current, { label: 'Earlier version', document, isEditable: false });
    setIsUnsupported(editor === null);
    return () => editor?.destroy();
  }, [document]);
  if (document === null) return <TextSkeleton label="version" />;
  return isUnsupported ? (
    <EmptyState icon={FileWarning} title="Can’t open this version">
      Reload the page and try again.
    </EmptyState>
  ) : (
    <div ref={host} />
  );
}
