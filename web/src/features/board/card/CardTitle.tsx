import { useId, useRef, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { ariaKeys, useShortcut } from '../../../shell/commands/shortcuts';
import { ringStyle, useEditors } from '../../sharing';
import { TitleField, titleDraftKey } from './TitleField';

/** The title of the open card. A click turns it into a field. */
export function CardTitle({ card_id }: { card_id: string }) {
  const card = useMirror(({ cards }) => cards.get(card_id));
  const hasDraft = useMirror(({ drafts }) => drafts.has(titleDraftKey(card_id)));
  const [state, setState] = useState<'shown' | 'restored' | 'opened'>('shown');
  const [error, setError] = useState<string | null>(null);
  const [editor] = useEditors(card_id, 'title');
  const renameKeys = useShortcut('card_rename');
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // A draft opens the field, also one that was stored later. The field then stays open while the draft happens to equal
  // the saved title.
  if (hasDraft && state === 'shown') setState('restored');
  if (!card) return null;

  return (
    <div style={editor && ringStyle(editor.user_id)} className="rounded-sm">
      {state === 'shown' ? (
        <button
          ref={button}
          type="button"
          data-card-field="title"
          aria-label={messages.changeField({ name: messages.titleLabel(), value: card.title })}
          aria-describedby={error ? id : undefined}
          aria-keyshortcuts={ariaKeys(renameKeys)}
          onClick={() => {
            setError(null);
            setState('opened');
          }}
          className="-mx-2 -my-1 block max-h-[30dvh] max-sm:max-h-[24dvh] w-[calc(100%+1rem)] cursor-text overflow-y-auto rounded-sm px-2 py-1 text-left text-lg font-semibold tracking-tight wrap-anywhere transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2 coarse:min-h-11 coarse:py-2"
        >
          <span dir="auto">{card.title}</span>
        </button>
      ) : (
        <TitleField
          card={card}
          takesFocus={state === 'opened'}
          className="-mx-2 -my-1 max-h-[30dvh] max-sm:max-h-[24dvh] w-[calc(100%+1rem)]! px-2 py-1 text-lg font-semibold tracking-tight coarse:min-h-11 coarse:py-2"
          onClose={(reason, isByKey) => {
            setError(reason);
            setState('shown');
            // The button is mounted again only after React has rendered.
            if (isByKey) requestAnimationFrame(() => button.current?.focus());
          }}
        />
      )}
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
