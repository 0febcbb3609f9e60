import { Link } from 'react-router';
import * as messages from '../../messages/auth';

/** A link to the form that requests a new password, beside the label of a password field. */
export function ForgotPasswordLink({ email = '' }: {
  /** The email already entered, which that form starts with. */
  email?: string;
}) {
  return (
    <Link
      to="/auth?type=forgot"
      state={{ email }}
      className="inline-flex min-h-9 items-end rounded-sm pb-1.75 text-sm font-medium text-accent-text underline-offset-4 hover:underline coarse:min-h-11"
    >
      {messages.forgotPasswordLink()}
    </Link>
  );
}
