import type { CardDetails, CardView } from '@twentyfour/core';
import { useMirror, useTimeFormat } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { formatFullDate } from '../../../platform/format/dates';
import { formatFileSize } from '../../../platform/format/sizes';
import { formatTimestamp } from '../../../platform/format/times';
import { Markdown } from '../../../ui/Markdown';
import { authorName } from '../card/authorName';
import { formatReminder } from '../card/reminderOptions';
import { displayListName } from '../text';
import { CardFacts } from './CardFacts';

/** What is printed of an open card: its facts, description, sub-tasks, reminders, the names of its attachments, and its comments. */
export function CardPrint({ card, details }: { card: CardView; details: CardDetails }) {
  const today = useMirror(({ clock }) => clock.today);
  const board = useMirror((mirror) => mirror.board?.name);
  const list = useMirror(({ lists, list_of }) => lists.get(list_of.get(card.id) ?? '')?.name ?? '');
  const { hour_format } = useTimeFormat();
  const attachments = details.attachments ?? [];
  return (
    <>
      <header>
        <h1 dir="auto">{card.title}</h1>
        <p>{formatFullDate(today)}</p>
      </header>
      <section>
        <p>
          <bdi>{board}</bdi>, <bdi>{displayListName(list)}</bdi>
        </p>
        <CardFacts card={card} />
      </section>
      {details.description.trim() !== '' && (
        <section>
          <h2>{common.description()}</h2>
          <Markdown text={details.description} />
        </section>
      )}
      {details.subtasks.length > 0 && (
        <section>
          <h2>{messages.subtasks()}</h2>
          <ul className="print-checklist">
            {details.subtasks.map(({ id, title, is_done }) => (
              <li key={id}>
                <input type="checkbox" aria-label={title} checked={is_done} readOnly /> <span dir="auto">{title}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {details.reminders.length > 0 && (
        <section>
          <h2>{messages.reminders()}</h2>
          <ul>
            {details.reminders.map(({ id, minutes_before }) => (
              <li key={id}>{formatReminder(minutes_before)}</li>
            ))}
          </ul>
        </section>
      )}
      {attachments.length > 0 && (
        <section>
          <h2>{messages.attachments()}</h2>
          <ul>
            {attachments.map(({ id, name, bytes }) => (
              <li key={id}>
                <bdi>{name}</bdi> ({formatFileSize(bytes)})
              </li>
            ))}
          </ul>
        </section>
      )}
      {details.comments.length > 0 && (
        <section>
          <h2>{messages.comments()}</h2>
          <ul>
            {details.comments.map((comment) => (
              <li key={comment.id}>
                <p className="print-facts">
                  {comment.author && <bdi>{authorName(comment.author)}</bdi>}
                  {/* Without today, because "Yesterday" would be wrong on paper by tomorrow. */}
                  <span>{formatTimestamp(comment.created_at, { today: '', hour_format })}</span>
                </p>
                <Markdown text={comment.text} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
