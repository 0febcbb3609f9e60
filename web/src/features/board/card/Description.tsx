import type { CardDetails } from '@twentyfour/core';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { useBoardPermissions } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as dialog from '../../../messages/card_dialog';
import * as common from '../../../messages/common';
import { Button } from '../../../ui/Button';
import { cx } from '../../../ui/cx';
import { Markdown } from '../../../ui/Markdown';
import { Skeleton } from '../../../ui/Skeleton';
import { EditedBy } from '../../sharing';
import { CardSection } from './CardSection';

interface DescriptionProps {
  card_id: string;
  /** Null while the details of the card are loading. */
  details: CardDetails | null;
  /** The button that opens the field, which gets the focus back. */
  editButton: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
}

/** The description of a card. A click on it edits it. */
export function Description({ card_id, details, editButton, onEdit }: DescriptionProps) {
  const { can_edit } = useBoardPermissions();
  return (
    <CardSection
      title={common.description()}
      aside={
        can_edit && (
          <Button ref={editButton} variant="quiet" size="small" disabled={details === null} onClick={onEdit} className="-my-1.5 -mr-2">
            {messages.edit()}
          </Button>
        )
      }
    >
      <EditedBy card_id={card_id} field="description">
        {details === null ? <DescriptionSkeleton /> : can_edit ? <ClickArea onClick={onEdit}><Text text={details.description} isEditable /></ClickArea> : <Text text={details.description} />}
      </EditedBy>
    </CardSection>
  );
}

function DescriptionSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{messages.loading()}</span>
      <Skeleton className="h-5" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  );
}

function Text({ text, isEditable = false }: { text: string; isEditable?: boolean }) {
  if (text.trim() !== '') return <Markdown text={text} />;
  return <p className={cx('text-secondary', isEditable && 'min-h-10')}>{isEditable ? dialog.addDescription() : messages.noDescription()}</p>;
}

/** A shortcut for the pointer: the button above does the same. Links still open, and text can still be selected. */
function ClickArea({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  const click = ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest('a, input, summary') !== null;
    if (!isControl && getSelection()?.isCollapsed !== false) onClick();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- The button above does the same.
    <div onClick={click} className="-mx-2 -my-1 cursor-text rounded-sm px-2 py-1 transition-colors duration-120 hover:bg-hover">
      {children}
    </div>
  );
}
