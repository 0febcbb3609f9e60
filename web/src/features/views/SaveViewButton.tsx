import type { Id } from '@twentyfour/core';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import * as messages from '../../messages/views';
import { showToast } from '../../platform/toasts';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { addView, MAX_VIEWS, useViews, viewQuery } from './views';
import { ViewNameForm } from './ViewNameForm';

interface SaveViewButtonProps {
  /** The board whose filter is saved; null for the Tasks page. */
  board_id: Id | null;
  /** Whether phones show only its icon. */
  isIconOnPhones?: boolean;
}

/** A button that saves the filter in the address under a name. It is not shown for a filter that is saved already. */
export function SaveViewButton({ board_id, isIconOnPhones = false }: SaveViewButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const query = viewQuery(useLocation().search);
  const views = useViews();
  if (query === '' || views.some((view) => view.board_id === board_id && view.query === query)) return null;
  const close = () => setIsOpen(false);
  const save = (name: string) => {
    const rejection = addView({ name, board_id, query });
    if (rejection === null) showToast('success', messages.saved(), null);
    return rejection;
  };
  return (
    <Popover
      label={messages.save()}
      open={isOpen}
      onOpenChange={setIsOpen}
      className="w-80"
      trigger={
        <Button variant="quiet" className={isIconOnPhones ? 'max-sm:w-11 max-sm:px-0!' : undefined}>
          <Icon icon={Bookmark} size={16} />
          <span className={isIconOnPhones ? 'max-sm:sr-only' : undefined}>{messages.save()}</span>
        </Button>
      }
    >
      {views.length >= MAX_VIEWS ? <p>{messages.limitReached({ count: MAX_VIEWS })}</p> : <ViewNameForm initialName="" onSave={save} onClose={close} />}
    </Popover>
  );
}
