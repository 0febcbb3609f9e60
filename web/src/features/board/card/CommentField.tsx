import type { Member } from '@twentyfour/core';
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { memberName } from '../../../shell/memberName';
import { Avatar } from '../../../ui/Avatar';
import { isKey, keyOf } from '../../../ui/keyboard';
import { SuggestionList, suggestionId } from '../../../ui/SuggestionList';
import { TextArea } from '../../../ui/TextArea';
import { insertMention, mentionQueryAt, suggestMembers } from './mentions';

interface CommentFieldProps extends Omit<ComponentProps<typeof TextArea>, 'onChange' | 'onKeyDown' | 'value'> {
  value: string;
  onValueChange: (value: string) => void;
  onSubmit: () => void;
}

const NOBODY: readonly Member[] = [];

/** A field for a comment. After an `@` it suggests the other members of the board. */
export function CommentField({ value, onValueChange, onSubmit, onBlur, ...rest }: CommentFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const members = useMirror(({ board }) => board?.members) ?? NOBODY;
  const account = useMirror(({ user }) => user?.id);
  // Null while the field has no focus.
  const [caret, setCaret] = useState<number | null>(null);
  // The position of the `@` whose suggestions were closed.
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [chosenIndex, setChosenIndex] = useState(0);
  // Where the caret belongs once the field shows a text with a mention that was inserted.
  const nextCaret = useRef<{ value: string; position: number } | null>(null);

  const query = caret === null ? null : mentionQueryAt(value, caret);
  const others = members.filter(({ user_id }) => user_id !== account);
  const suggestions = query && query.start !== closedAt ? suggestMembers(others, query.text) : [];
  const isOpen = query !== null && suggestions.length > 0;
  const activeIndex = Math.min(chosenIndex, suggestions.length - 1);

  // The field moves the caret to the end when its text is replaced.
  useLayoutEffect(() => {
    if (nextCaret.current === null || nextCaret.current.value !== value) return;
    const { position } = nextCaret.current;
    field.current?.setSelectionRange(position, position);
    nextCaret.current = null;
  }, [value]);

  const updateCaret = () => {
    const element = field.current;
    if (!element) return;
    const position = element.selectionStart === element.selectionEnd ? element.selectionStart : null;
    setCaret(position);
    const start = position === null ? undefined : mentionQueryAt(element.value, position)?.start;
    // Another `@` has suggestions again.
    if (start !== closedAt) setClosedAt(null);
    if (start !== query?.start) setChosenIndex(0);
  };
  const choose = (index: number) => {
    const member = suggestions[index];
    if (!query || !member) return;
    const inserted = insertMention(value, query, member);
    nextCaret.current = { value: inserted.value, position: inserted.caret };
    setCaret(inserted.caret);
    setClosedAt(query.start);
    onValueChange(inserted.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) {
      onSubmit();
      return;
    }
    if (!isOpen) return;
    const key = keyOf(event);
    if (key === 'ArrowDown') setChosenIndex((activeIndex + 1) % suggestions.length);
    else if (key === 'ArrowUp') setChosenIndex((activeIndex + suggestions.length - 1) % suggestions.length);
    else if ((key === 'Enter' || key === 'Tab') && !event.shiftKey) choose(activeIndex);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <TextArea
        ref={field}
        value={value}
        aria-autocomplete={others.length > 0 ? 'list' : undefined}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? suggestionId(id, activeIndex) : undefined}
        onChange={(event) => {
          onValueChange(event.target.value);
          updateCaret();
        }}
        onSelect={updateCaret}
        onBlur={(event) => {
          setCaret(null);
          onBlur?.(event);
        }}
        onKeyDown={onKeyDown}
        {...rest}
      />
      {isOpen && (
        <SuggestionList
          id={id}
          label={messages.mentionSuggestions()}
          field={field}
          options={suggestions.map((member) => ({ key: member.user_id, content: <Suggestion member={member} /> }))}
          activeIndex={activeIndex}
          onActiveIndexChange={setChosenIndex}
          onChoose={choose}
          onClose={() => setClosedAt(query.start)}
        />
      )}
    </>
  );
}

function Suggestion({ member }: { member: Member }) {
  const name = memberName(member);
  return (
    <>
      <Avatar name={name} userId={member.user_id} picture={member.picture} size="small" />
      <span title={name} dir="auto" className="min-w-0 truncate">
        {name}
      </span>
    </>
  );
}
