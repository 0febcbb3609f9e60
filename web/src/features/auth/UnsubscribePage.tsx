import { MailX, TriangleAlert } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/inbox';
import { Button, buttonClassName } from '../../ui/Button';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { AuthLayout } from './AuthLayout';
import { ResultPanel } from './ResultPanel';

/**
 * Turns inbox emails off by the token of a mailed link, which is in the address. No login is needed. It asks first, because
 * programs that scan mail open links.
 */
export function UnsubscribePage() {
  const { token = '' } = useParams();
  const state = useMirror((mirror) => mirror.inbox.unsubscription);
  const rejection = state?.rejection ?? null;
  useDocumentTitle(messages.unsubscribeTitle());
  const unsubscribe = () => dispatch({ type: 'unsubscribe_inbox', token });

  const settings = (
    <Link to="/app/settings?section=profile" className={buttonClassName('secondary', 'large')}>
      {messages.unsubscribeOpenSettings()}
    </Link>
  );
  return (
    <AuthLayout>
      {state?.is_done ? (
        <ResultPanel icon={MailX} isSuccess title={messages.unsubscribed()} actions={settings}>
          {messages.unsubscribedHint()}
        </ResultPanel>
      ) : rejection ? (
        <ResultPanel
          icon={TriangleAlert}
          title={messages.unsubscribeFailed()}
          actions={
            <>
              {/* An invalid link stays invalid. */}
              {rejection.code === 'unavailable' && (
                <Button variant="primary" size="large" onClick={unsubscribe}>
                  {common.tryAgain()}
                </Button>
              )}
              {settings}
            </>
          }
        >
          {rejection.message}
        </ResultPanel>
      ) : state === null ? (
        <ResultPanel
          icon={MailX}
          title={messages.unsubscribeQuestion()}
          actions={
            <Button variant="primary" size="large" onClick={unsubscribe}>
              {messages.unsubscribe()}
            </Button>
          }
        >
          {messages.unsubscribeQuestionHint()}
        </ResultPanel>
      ) : (
        <p role="status" className="text-glass-secondary">
          {messages.unsubscribing()}
        </p>
      )}
    </AuthLayout>
  );
}
