import type { Intent, Rejection } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';

/** What a form of this page asks for, and what came of it. */
interface Submission {
  /** Whether something is on its way: the form's button is disabled. */
  submitting: boolean;
  /** Why it was refused, by the core or by the server; null where it was not, or where the person has typed on since. */
  error: Rejection | null;
  /** What it led to, in a sentence, where the page stays; null for nothing yet. */
  notice: string | null;
  /** Asks for it. */
  submit: (intent: Intent) => void;
  /** Puts away why it was refused. */
  clearError: () => void;
}

function isSame(one: Rejection | null, other: Rejection | null): boolean {
  return one?.code === other?.code && one?.message === other?.message;
}

/** The one form that the page shows. An answer that came before the form was shown is not about what stands in it now. */
export function useSubmission(): Submission {
  const submitting = useMirror((mirror) => mirror.session.submitting);
  const serverError = useMirror((mirror) => mirror.session.error);
  const notice = useMirror((mirror) => mirror.session.notice);
  const [localRejection, setLocalRejection] = useState<Rejection | null>(null);
  const [dismissedError, setDismissedError] = useState(serverError);
  const [isSent, setIsSent] = useState(false);
  return {
    submitting,
    error: localRejection ?? (isSame(serverError, dismissedError) ? null : serverError),
    notice: isSent && !submitting ? notice : null,
    submit: (intent) => {
      const rejection = dispatch(intent);
      setLocalRejection(rejection);
      // What is sent anew may be refused for the same reason as before, and that is told anew.
      setDismissedError(null);
      setIsSent(rejection === null);
    },
    clearError: () => {
      setLocalRejection(null);
      setDismissedError(serverError);
    },
  };
}
