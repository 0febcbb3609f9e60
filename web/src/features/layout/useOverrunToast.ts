import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/layout';
import { dismissToast, showActionToast } from '../../platform/toasts';
import { overrunQuestion } from '../timer';
import { isHomePath } from './destinations';

const TOAST_ID = 'overrun';

/** Shows a toast that leads to the timer's overrun prompt from pages without it; once for each prompt. */
export function useOverrunToast(): void {
  const isAsking = useMirror(({ timer }) => timer.overrun !== null);
  // Home shows the prompt itself.
  const isHome = isHomePath(useLocation().pathname);
  const hasNotified = useRef(false);
  const navigate = useNavigate();
  useEffect(() => {
    if (isAsking && !isHome && !hasNotified.current) {
      showActionToast(TOAST_ID, overrunQuestion(), messages.overrunReview(), () => void navigate('/app'));
    } else if (!isAsking || isHome) {
      dismissToast(TOAST_ID);
    }
    // A prompt seen on Home counts as notified.
    hasNotified.current = isAsking;
  }, [isAsking, isHome, navigate]);
  // The toast belongs to the account, which may change when the layout unmounts.
  useEffect(() => () => dismissToast(TOAST_ID), []);
}
