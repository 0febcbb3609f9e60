import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/sharing';
import { Button, buttonClassName } from '../../ui/Button';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { AuthLayout } from './AuthLayout';
import { ResultPanel } from './ResultPanel';

/**
 * Accepts an invitation to a board by the code in the address; the core then opens the board. Visitors without a login
 * are led to the sign-up form by the core.
 */
export function JoinPage() {
  const { code = '' } = useParams();
  const isSignedIn = useMirror((mirror) => mirror.session.isAuthenticated);
  const join = useMirror((mirror) => mirror.sharing.join);
  const rejection = join?.code === code ? join.rejection : null;
  useDocumentTitle(messages.joinTitle());

  useEffect(() => {
    if (isSignedIn) dispatch({ type: 'accept_invitation', code });
  }, [isSignedIn, code]);

  return (
    <AuthLayout>
      {rejection ? (
        <ResultPanel
          icon={TriangleAlert}
          title={messages.joinFailed()}
          actions={
            <>
              {/* An invalid invitation stays invalid. */}
              {rejection.code !== 'invitation_invalid' && (
                <Button variant="primary" size="large" onClick={() => dispatch({ type: 'accept_invitation', code })}>
                  {common.tryAgain()}
                </Button>
              )}
              <Link to="/app/b" className={buttonClassName('secondary', 'large')}>
                {common.goToBoards()}
              </Link>
            </>
          }
        >
          {rejection.message}
        </ResultPanel>
      ) : (
        <p role="status" className="text-glass-secondary">
          {messages.joining()}
        </p>
      )}
    </AuthLayout>
  );
}
