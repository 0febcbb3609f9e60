import type { RefObject } from 'react';

interface FileInputProps {
  /** Buttons click this field. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  /** The media types to choose from; all by default. */
  accept?: string;
  /** Whether several files can be chosen. */
  multiple?: boolean;
  onFiles: (files: FileList) => void;
}

/** A hidden field that opens the browser's dialog for files. */
export function FileInput({ ref, label, accept, multiple, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={multiple}
      aria-label={label}
      tabIndex={-1}
      onChange={({ target }) => {
        if (target.files) onFiles(target.files);
        // Lets the user choose the same file again.
        target.value = '';
      }}
      className="sr-only"
    />
  );
}
