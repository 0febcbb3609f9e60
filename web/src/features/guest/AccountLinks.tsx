import { LogIn, UserPlus } from 'lucide-react';
import { Link } from 'react-router';
import * as common from '../../messages/common';
import { buttonClassName } from '../../ui/Button';
import { Icon } from '../../ui/Icon';

/** Buttons for signing up and logging in. */
export function AccountLinks() {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Link to="/auth?type=signup" className={buttonClassName('primary')}>
        <Icon icon={UserPlus} size={16} />
        {common.signUp()}
      </Link>
      <Link to="/auth?type=login" className={buttonClassName()}>
        <Icon icon={LogIn} size={16} />
        {common.logIn()}
      </Link>
    </div>
  );
}
