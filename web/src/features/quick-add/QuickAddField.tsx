import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Finder } from '../../core/finder';
import type { LineRange, Token } from '../../core/quick-add';
import * as messages from '../../messages/quick_add';
import { isKey, keyOf } from '../../ui/keyboard';
import { SuggestionList, suggestionId } from '../../ui/SuggestionList';
import { cx } from '../../ui/cx';
import { piecesOf, tokenEndingAt } from './line';
import { nameQueryAt, suggestNames, typedName } from './suggestions';

/** A name that can be typed, and how it is shown. */
export interface SuggestedName {
  name: string;
  content: ReactNode;
}

interface QuickAddFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  tokens: readonly Token[];
  /** Turns a part that was understood back into text. */
  onIgnore: (range: LineRange) => void;
  onSubmit: (opensCard: boolean) => void;
  finder: Finder | null;
  /** The names after each sigil. */
  names: Record<'#' | '@' | '/', readonly SuggestedName[]>;
  describedBy: string;
  isInvalid: boolean;
}

/** The same for the text and for the lines below it, so that both wrap alike. */
const TEXT = 'col-start-1 row-start-1 min-h-13 px-4 py-3.5 text-md leading-6 whitespace-pre-wrap wrap-anywhere';

/**
 * The field of quick add. What was understood is underlined by a copy of the text behind the transparent field, so input
 * methods, spell checking and screen readers work on a usual field.
 */
export function QuickAddField({ value, onValueChange, tokens, onIgnore, onSubmit, finder, names, describedBy, isInvalid }: QuickAddFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  // Where the name starts whose suggestions were closed.
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [chosenIndex, setChosenIndex] = useState(0);
  // Where the caret belongs once the field shows a text with a name that was chosen.
  const nextCaret = useRef<{ value: string; position: number } | null>(null);

  const query = caret === null ? null : nameQueryAt(value, caret);
  const suggestions = query && query.start !== closedAt ? suggestNames(query.text, names[query.sigil], finder) : [];
  const isOpen = suggestions.length > 0;
  const activeIndex = Math.min(chosenIndex, suggestions.length - 1);

  // Virtual keyboards report Backspace only by this event, which React does not have.
  const latest = useRef({ tokens, onIgnore });
  useEffect(() => {
    latest.current = { tokens, onIgnore };
  });
  useEffect(() => {
    const element = field.current;
    const onBeforeInput = (input: InputEvent) => {
      if (!element || input.isComposing || input.inputType !== 'deleteContentBackward') return;
      if (element.selectionStart !== element.selectionEnd) return;
      const token = tokenEndingAt(latest.current.tokens, element.selectionStart);
      if (!token) return;
      input.preventDefault();
      latest.current.onIgnore(token.range);
    };
    element?.addEventListener('beforeinput', onBeforeInput);
    return () => element?.removeEventListener('beforeinput', onBeforeInput);
  }, []);
  useLayoutEffect(() => {
    // Puts the caret after a kept text. Browsers focus a field at its start.
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, []);
  useLayoutEffect(() => {
    if (nextCaret.current === null || nextCaret.current.value !== value) return;
    const { position } = nextCaret.current;
    field.current?.setSelectionRange(position, position);
    setCaret(position);
    nextCaret.current = null;
  }, [value]);

  const updateCaret = () => {
    const element = field.current;
    if (!element) return;
    const position = element.selectionStart === element.selectionEnd ? element.selectionStart : null;
    const start = position === null ? undefined : nameQueryAt(element.value, position)?.start;
    setCaret(position);
    if (start !== closedAt) setClosedAt(null);
    if (start !== query?.start) setChosenIndex(0);
  };
  const choose = (index: number) => {
    const chosen = suggestions[index];
    if (!query || !chosen || caret === null) return;
    const isQuoted = value[query.start - 1] === '"';
    const start = isQuoted ? query.start - 1 : query.start;
    const typed = typedName(chosen.name);
    const rest = value.slice(caret).replace(isQuoted ? /^"/u : /^/u, '');
    const space = rest.startsWith(' ') ? '' : ' ';
    const completed = value.slice(0, start) + typed + space + rest;
    nextCaret.current = { value: completed, position: start + typed.length + 1 };
    onValueChange(completed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : suggestions.length - 1;
      setChosenIndex((activeIndex + step) % suggestions.length);
    } else if (isOpen && (key === 'Enter' || key === 'Tab') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      choose(activeIndex);
    } else if (isKey(event, 'Enter')) {
      event.preventDefault();
      onSubmit(event.ctrlKey || event.metaKey);
    }
  };
  return (
    <div className="max-h-[40dvh] overflow-y-auto">
      <div className="grid">
        <div aria-hidden dir="auto" className={cx(TEXT, 'pointer-events-none text-transparent')}>
          {piecesOf(value, tokens).map((piece, index) =>
            piece.isUnderstood ? (
              // oxlint-disable-next-line react/no-array-index-key -- Pieces have no other identity.
              <span key={index} data-understood className="underline decoration-accent-text decoration-2 underline-offset-4">
                {piece.text}
              </span>
            ) : (
              piece.text
            ),
          )}
          {/* Keeps the height of an empty last line. */}
          {'\u200b'}
        </div>
        <textarea
          ref={field}
          aria-label={messages.title()}
          aria-controls={isOpen ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? suggestionId(id, activeIndex) : undefined}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          dir="auto"
          rows={1}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={1000}
          placeholder={messages.placeholder()}
          value={value}
          onChange={(event) => {
            // A line has no line breaks, which may be pasted.
            onValueChange(event.target.value.replace(/\s*\n\s*/gu, ' '));
            updateCaret();
          }}
          onSelect={updateCaret}
          onKeyDown={onKeyDown}
          onBlur={() => setCaret(null)}
          className={cx(TEXT, 'resize-none overflow-hidden bg-transparent outline-none placeholder:text-secondary')}
        />
      </div>
      {query && isOpen && (
        <SuggestionList
          id={id}
          label={messages.suggestions()}
          field={field}
          options={suggestions.map(({ name, content }) => ({ key: name, content }))}
          activeIndex={activeIndex}
          onActiveIndexChange={setChosenIndex}
          onChoose={choose}
          onClose={() => setClosedAt(query.start)}
        />
      )}
    </div>
  );
}
