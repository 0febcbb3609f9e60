import { LogIn, UserPlus } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClasses } from '../../ui/Button';
import { Icon } from '../../ui/Icon';

/** Buttons for signing up and logging in. */
export function AccountLinks() {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Link to="/auth?type=signup" className={buttonClasses('primary')}>
        <Icon of={UserPlus} size={16} />
        Sign Up
      </Link>
      <Link to="/auth?type=login" className={buttonClasses()}>
        <Icon of={LogIn} size={16} />
        Log In
      </Link>
    </div>
  );
}
