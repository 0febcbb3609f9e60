import type { CardDetails, CardView } from '@twentyfour/core';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { Attachments } from './Attachments';
import { CardActions } from './CardActions';
import { CardMetadata } from './CardMetadata';
import { CardSection } from './CardSection';
import { CoverPicture } from './CoverPicture';
import { Subtasks } from './Subtasks';
import { Timeline } from './Timeline';

/** The parts that a change of another part must not render again. */
const LaterCover = memo(CoverPicture);
const LaterMetadata = memo(CardMetadata);
const LaterAttachments = memo(Attachments);
const LaterTimeline = memo(Timeline);
const LaterActions = memo(CardActions);

const NO_ATTACHMENTS: NonNullable<CardDetails['attachments']> = [];

interface CardBodyProps {
  card: CardView;
  details: CardDetails | null;
  /** The description or its field. */
  description: ReactNode;
  onMove: () => void;
  onRemoved: () => void;
}

/**
 * The body of a card's dialog: its content in a column of reading width, and its facts and actions beside it. On narrow screens,
 * the facts come first and the actions last.
 */
export function CardBody({ card, details, description, onMove, onRemoved }: CardBodyProps) {
  const slug = useMirror(({ open_slug }) => open_slug);
  // The first frame shows the title, the facts and the description. What is below can be long.
  const isComplete = useDeferredValue(true, false);
  // Deferred, so that a sub-task is painted before everything else is rendered.
  const laterDetails = useDeferredValue(details);
  const laterCard = useDeferredValue(card);
  return (
    <>
      <LaterCover card={laterCard} attachments={laterDetails?.attachments ?? NO_ATTACHMENTS} />
      <div className="grid gap-x-10 gap-y-7 md:grid-cols-[minmax(0,68ch)_minmax(13rem,1fr)] md:grid-rows-[auto_1fr]">
        <aside aria-label={messages.details()} className="min-w-0 md:col-start-2 md:row-start-1">
          <LaterMetadata card={laterCard} details={laterDetails} onMove={onMove} />
        </aside>
        <div className="flex min-w-0 flex-col gap-7 md:col-start-1 md:row-span-2 md:row-start-1">
          {description}
          {details && isComplete && (
            <>
              <Subtasks card_id={card.id} subtasks={details.subtasks} />
              <LaterAttachments card_id={card.id} attachments={laterDetails?.attachments ?? NO_ATTACHMENTS} />
              <LaterTimeline card_id={card.id} details={laterDetails ?? details} />
            </>
          )}
        </div>
        {isComplete && (
          <div className="min-w-0 md:col-start-2 md:row-start-2">
            <CardSection title={messages.actions()}>
              <LaterActions card_id={card.id} path={`/app/b/${slug}?card=${card.id}`} onMove={onMove} onRemoved={onRemoved} />
            </CardSection>
          </div>
        )}
      </div>
    </>
  );
}
