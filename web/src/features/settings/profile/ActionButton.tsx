import { LoaderCircle } from 'lucide-react';
import type { AccountActionState } from '../../../shell/useAccountAction';
import { Button, type ButtonProps } from '../../../ui/Button';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/Icon';

interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  action: Pick<AccountActionState, 'isBlocked'>;
  /** Whether its action is in flight. */
  isBusy: boolean;
}

/** A button for an account action. While it is unavailable it uses aria-disabled, so that it keeps the focus. */
export function ActionButton({ action, isBusy, className, children, onClick, ...rest }: ActionButtonProps) {
  return (
    <Button
      aria-disabled={action.isBlocked}
      aria-busy={isBusy}
      className={cx('aria-disabled:cursor-default aria-disabled:opacity-50', className)}
      onClick={(event) => {
        if (!action.isBlocked) onClick?.(event);
        else event.preventDefault();
      }}
      {...rest}
    >
      {isBusy && <Icon icon={LoaderCircle} size={16} className="animate-spin" />}
      {children}
    </Button>
  );
}
