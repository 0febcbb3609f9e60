import { FileWarning } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import * as messages from '../../messages/notes';
import { EmptyState } from '../../ui/EmptyState';
import { createEditor } from './editor/editor';
import { TextSkeleton } from './TextSkeleton';

/** A version of a note, rendered read-only; a skeleton until it has loaded. */
export function VersionText({ document }: { document: string | null }) {
  const host = useRef<HTMLDivElement>(null);
  const [isUnsupported, setIsUnsupported] = useState(false);
  useLayoutEffect(() => {
    if (!host.current || document === null) return;
    const editor = createEditor(host.current, { label: messages.versionText(), document, isEditable: false });
    setIsUnsupported(editor === null);
    return () => editor?.destroy();
  }, [document]);
  if (document === null) return <TextSkeleton label={messages.versionLoading()} />;
  return isUnsupported ? (
    <EmptyState icon={FileWarning} title={messages.versionUnsupportedTitle()}>
      {messages.versionUnsupportedHint()}
    </EmptyState>
  ) : (
    <div ref={host} />
  );
}
