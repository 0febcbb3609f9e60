import type { RefusedView } from '@twentyfour/core';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { dispatch } from '../core/client';
import { useMirror } from '../core/hooks';
import * as common from '../messages/common';
import * as messages from '../messages/shell';
import { copyText } from '../platform/clipboard';
import { announce } from '../ui/Announcer';
import { Button } from '../ui/Button';
import { cx } from '../ui/cx';
import { inputClassName } from '../ui/Field';
import { Icon } from '../ui/Icon';

/** The changes that the server rejected, each with its reason and its text, until the user dismisses them. */
export function RejectedChangesList() {
  const changes = useMirror((mirror) => mirror.sync.refused);
  return (
    <ul className="flex flex-col">
      {changes.map((change) => (
        <RejectedChange key={change.id} change={change} />
      ))}
    </ul>
  );
}

function RejectedChange({ change }: { change: RefusedView }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    const isCopied = await copyText(change.text ?? '');
    setCopied(isCopied);
    announce(isCopied ? common.copied() : messages.rejectedChangeCopyFailed());
    // The selected text can still be copied by hand.
    if (!isCopied) text.current?.select();
  };
  return (
    <li className="border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <h3 className="font-semibold">{change.what}</h3>
      <p className="text-secondary">{change.message}</p>
      {change.text !== null && (
        <textarea
          ref={text}
          readOnly
          dir="auto"
          aria-label={messages.rejectedChangeText()}
          rows={Math.min(change.text.split('\n').length, 6)}
          value={change.text}
          className={cx(inputClassName, 'mt-2 block resize-none py-2')}
        />
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {change.text !== null && (
          <Button onClick={copy}>
            <Icon icon={copied ? Check : Copy} size={16} />
            {copied ? common.copied() : common.copy()}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: 'dismiss_refused', refused_id: change.id })}>{common.dismiss()}</Button>
      </div>
    </li>
  );
}
