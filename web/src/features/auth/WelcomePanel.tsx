import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';

/** Follows a login or signup. The core forwards after 5 seconds; the button goes at once. */
export function WelcomePanel() {
  const name = useMirror((mirror) => mirror.user?.first_name);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="flex flex-col items-start gap-3">
      <span className="grid size-11 place-items-center rounded-full bg-accent text-on-accent">
        <Icon of={Check} size={22} />
      </span>
      <h1 className="text-xl font-semibold tracking-tight">{name ? `Welcome, ${name}` : 'Welcome'}</h1>
      <p role="status" className="text-glass-secondary">
        You are signed in. The app opens in a moment.
      </p>
      <Button ref={button} look="primary" size="large" className="mt-3 w-full" onClick={() => dispatch({ type: 'continue' })}>
        Continue
      </Button>
    </div>
  );
}
