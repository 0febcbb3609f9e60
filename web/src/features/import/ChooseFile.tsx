import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import * as messages from '../../messages/import';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { FileInput } from '../../ui/FileInput';
import { Icon } from '../../ui/Icon';
import { SOURCES } from './sources';

/** The files that the browser's dialog offers first. */
const ACCEPT = '.json,.csv,.tsv,.txt,.zip,application/json,text/csv,application/zip';

interface ChooseFileProps {
  /** Why the last file cannot be imported; null if there was none. */
  problem: string | null;
  onFile: (file: File) => void;
  onRefuse: (problem: string) => void;
}

/** A button and an area for a file, and how to get one from each product. */
export function ChooseFile({ problem, onFile, onRefuse }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: ArrayLike<File>) => {
    const [file] = Array.from(files);
    if (files.length > 1) onRefuse(messages.dropOne());
    else if (file) onFile(file);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <div className="flex flex-col gap-6">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The button in it does the same. */}
      <div
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={cx(
          'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center transition-colors duration-120',
          isOver ? 'border-accent-text bg-hover' : 'border-(--control-border)',
        )}
      >
        <Icon icon={FileUp} size={32} className="text-secondary" />
        <Button variant="primary" onClick={() => input.current?.click()}>
          {messages.chooseFile()}
        </Button>
        <FileInput ref={input} label={messages.fileLabel()} accept={ACCEPT} onFiles={take} />
        {/* Touch screens have nothing to drag from. */}
        <p className="text-sm text-secondary pointer-coarse:hidden">{messages.dropHint()}</p>
        <p className="max-w-[48ch] text-sm text-balance text-secondary">{messages.fileLimit()}</p>
        {problem !== null && (
          <p role="alert" className="max-w-[68ch] text-danger">
            {problem}
          </p>
        )}
      </div>
      <section aria-labelledby="import-sources">
        <h3 id="import-sources" className="mb-1 text-sm font-medium">
          {messages.sourcesTitle()}
        </h3>
        <dl className="text-sm">
          {Object.entries(SOURCES).map(([source, { name, steps }]) => (
            <div key={source} className="flex flex-wrap gap-x-4 border-b border-line py-2 last:border-transparent">
              <dt className="w-40 shrink-0 font-medium">{name()}</dt>
              <dd className="min-w-0 flex-1 basis-60 text-secondary wrap-anywhere">{steps()}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
