import { useState } from 'react';
import * as common from '../messages/common';
import { copyText } from '../platform/clipboard';
import { Button } from './Button';
import { Field, type FieldProps } from './Field';

interface CopyFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'autoFocus'> {
  value: string;
  /** The error shown if the browser refuses to copy. */
  copyFailed: string;
}

/** A text that cannot be changed, such as a link, with a button to copy it. */
export function CopyField({ value, copyFailed, ...field }: CopyFieldProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field
        {...field}
        value={value}
        readOnly
        dir="ltr"
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        error={copied === false ? copyFailed : null}
        className="min-w-52 flex-1"
      />
      <Button className="mt-6.5 h-10 coarse:h-11" onClick={() => void copyText(value).then(setCopied)}>
        {copied ? common.copied() : common.copy()}
      </Button>
    </div>
  );
}
