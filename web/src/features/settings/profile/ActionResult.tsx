import { Check } from 'lucide-react';
import { Icon } from '../../../ui/Icon';
import type { AccountActionState } from '../../shell/useAccountAction';

interface ActionResultProps {
  action: Pick<AccountActionState, 'isDone' | 'refusal'>;
  /** What is said once it is done. */
  done: string;
}

/** How something ended, in words. The place stands before the words do, or a screen reader would not read them. */
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
      {action.refusal && <ErrorText>{action.refusal.message}</ErrorText>}
    </>
  );
}

/** Why something was refused. */
export function ErrorText({ children }: { children: string }) {
  return (
    <p role="alert" className="text-sm text-danger">
      {children}
    </p>
  );
}
