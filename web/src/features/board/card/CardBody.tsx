import type { CardDetails, CardView } from '@twentyfour/core';
import type { ReactNode } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { Markdown } from '../../../ui/Markdown';
import { Skeleton } from '../../../ui/Skeleton';
import { EditedBy } from '../../sharing';
import { Activity } from './Activity';
import { Assignees } from './Assignees';
import { Attachments } from './Attachments';
import { CardActions } from './CardActions';
import { CardMetadata } from './CardMetadata';
import { CardSection } from './CardSection';
import { Comments } from './Comments';
import { Reminders } from './Reminders';
import { Subtasks } from './Subtasks';

interface CardBodyProps {
  card: CardView;
  details: CardDetails | null;
  /** The field for the description while it is being edited. */
  descriptionField: ReactNode;
  onMove: () => void;
  onRemoved: () => void;
}

/**
 * The body of a card's dialog in two columns: its content, and its metadata and actions. On phones they are stacked, the
 * metadata first.
 */
export function CardBody({ card, details, descriptionField, onMove, onRemoved }: CardBodyProps) {
  const slug = useMirror(({ open_slug }) => open_slug);
  return (
    <div className="grid gap-x-10 gap-y-7 sm:grid-cols-[minmax(0,1fr)_15rem] sm:grid-rows-[auto_1fr]">
      <aside aria-label={messages.details()} className="flex min-w-0 flex-col gap-7 sm:col-start-2 sm:row-start-1">
        <CardMetadata card={card} />
        <Assignees card={card} />
      </aside>
      <div className="flex min-w-0 flex-col gap-7 sm:col-start-1 sm:row-span-2 sm:row-start-1">
        {descriptionField || (
          <CardSection title={common.description()}>
            <EditedBy card_id={card.id} field="description">
              <Description details={details} />
            </EditedBy>
          </CardSection>
        )}
        {details && (
          <>
            <Subtasks card_id={card.id} subtasks={details.subtasks} />
            <Attachments card_id={card.id} attachments={details.attachments ?? []} />
            <Comments card_id={card.id} comments={details.comments} />
            <Activity details={details} />
          </>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-7 sm:col-start-2 sm:row-start-2">
        {details && <Reminders card_id={card.id} reminders={details.reminders} hasDueDate={card.due_date !== null} />}
        <CardSection title={messages.actions()}>
          <CardActions card_id={card.id} path={`/app/b/${slug}?card=${card.id}`} onMove={onMove} onRemoved={onRemoved} />
        </CardSection>
      </div>
    </div>
  );
}

function Description({ details }: { details: CardDetails | null }) {
  if (!details) {
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">{messages.loading()}</span>
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    );
  }
  if (details.description.trim() === '') return <p className="text-secondary">{messages.noDescription()}</p>;
  return <Markdown text={details.description} />;
}
