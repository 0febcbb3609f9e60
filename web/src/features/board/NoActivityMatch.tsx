import * as messages from '../../messages/board';
import * as dialog from '../../messages/card_dialog';
import { Button } from '../../ui/Button';

/** Says that no activity matches a filter, and clears it. */
export function NoActivityMatch({ onClearFilter }: { onClearFilter: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-secondary">{messages.activityNoMatch()}</p>
      <Button
        onClick={({ currentTarget }) => {
          // The button unmounts, so the filter gets its focus.
          currentTarget.closest('section, [role=dialog]')?.querySelector('select')?.focus();
          onClearFilter();
        }}
      >
        {dialog.activityClearFilter()}
      </Button>
    </div>
  );
}
