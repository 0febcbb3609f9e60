import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/auth';
import { markLogIn } from '../../shell/languages';
import { Button } from '../../ui/Button';
import { ResultPanel } from './ResultPanel';

/** Shown after a login or signup. The core redirects after 5 seconds; the button redirects immediately. */
export function WelcomePanel() {
  const name = useMirror((mirror) => mirror.user?.first_name);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useEffect(markLogIn, []);
  return (
    <ResultPanel
      icon={Check}
      isSuccess
      title={name ? messages.welcomeName({ name }) : messages.welcome()}
      actions={
        <Button ref={button} variant="primary" size="large" onClick={() => dispatch({ type: 'continue' })}>
          {messages.welcomeContinue()}
        </Button>
      }
    >
      {messages.welcomeDetails()}
    </ResultPanel>
  );
}
