import { Check } from 'lucide-react';
import type { AccountActionState } from '../../../shell/useAccountAction';
import { ErrorText } from '../../../ui/ErrorText';
import { Icon } from '../../../ui/Icon';

interface ActionResultProps {
  action: Pick<AccountActionState, 'isDone' | 'rejection'>;
  /** The text after success. */
  done: string;
}

/** The result of an action. The live region is always rendered, because screen readers do not announce a new one. */
export function ActionResult({ action, done }: ActionResultProps) {
  return (
    <>
      <span role="status">
        {action.isDone && (
          <span className="inline-flex items-center gap-1.5 text-sm text-secondary">
            <Icon icon={Check} size={16} className="shrink-0 text-accent-text" />
            {done}
          </span>
        )}
      </span>
      {action.rejection && <ErrorText>{action.rejection.message}</ErrorText>}
    </>
  );
}
