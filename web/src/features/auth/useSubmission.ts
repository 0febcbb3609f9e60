import type { Intent, Rejection } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';

/** The submission of an auth form and its result. */
interface Submission {
  /** Whether a request is in flight; the form's button is disabled then. */
  submitting: boolean;
  /** The error from the core or the server; null if there is none or the user has changed the form since. */
  error: Rejection | null;
  /** The result as a sentence, if the page stays open; null if there is none yet. */
  notice: string | null;
  submit: (intent: Intent) => void;
  /** Clears the error. */
  clearError: () => void;
}

function isSame(one: Rejection | null, other: Rejection | null): boolean {
  return one?.code === other?.code && one?.message === other?.message;
}

/** Returns the submission state of the page's only form. Results from before the form was shown are ignored. */
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
      // A second attempt may fail with the same error, which must be shown again.
      setDismissedError(null);
      setIsSent(rejection === null);
    },
    clearError: () => {
      setLocalRejection(null);
      setDismissedError(serverError);
    },
  };
}
