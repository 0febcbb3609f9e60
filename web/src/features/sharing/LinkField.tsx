import { useState } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/sharing';
import { copyText } from '../../platform/clipboard';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';

interface LinkFieldProps {
  label: string;
  url: string;
  hint: string;
}

/** A link to share, with a button to copy it. */
export function LinkField({ label, url, hint }: LinkFieldProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => setCopied(await copyText(url));
  return (
    <div className="mt-3 flex flex-wrap items-start gap-2">
      <Field
        label={label}
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
        hint={hint}
        error={copied === false ? messages.copyFailed() : null}
        className="min-w-52 flex-1"
      />
      <Button className="mt-6.5 h-10 coarse:h-11" onClick={() => void copy()}>
        {copied ? common.copied() : common.copy()}
      </Button>
    </div>
  );
}
