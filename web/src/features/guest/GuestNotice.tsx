import { Link } from 'react-router';
import { useIsGuest } from '../../core/hooks';
import * as messages from '../../messages/guest';

/** A line that tells guests where their data is stored and how to keep it. */
export function GuestNotice() {
  const isGuest = useIsGuest();
  if (!isGuest) return null;
  return (
    <p className="on-photo px-4 text-center text-sm text-photo-secondary">
      {messages.notice({ link: signUpLink })}
    </p>
  );
}

const signUpLink = (text: string) => (
  <Link
    to="/auth?type=signup"
    className="inline-flex min-h-6 items-center rounded-sm underline underline-offset-4 focus-visible:outline-photo coarse:min-h-11"
  >
    {text}
  </Link>
);
