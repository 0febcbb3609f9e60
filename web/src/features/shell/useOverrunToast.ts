import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMirror } from '../../core/hooks';
import { dismissToast, showActionToast } from '../../core/toasts';
import { OVERRUN_QUESTION } from '../timer/OverrunPrompt';
import { isHomePath } from './navigation';

const TOAST_ID = 'overrun';

/** Leads to the timer's question of what counts from the pages that do not show it; once for each question. */
export function useOverrunToast(): void {
  const isAsking = useMirror(({ timer }) => timer.overrun !== null);
  // Home's timer asks by itself.
  const isHome = isHomePath(useLocation().pathname);
  const hasNotified = useRef(false);
  const navigate = useNavigate();
  useEffect(() => {
    if (isAsking && !isHome && !hasNotified.current) {
      showActionToast(TOAST_ID, OVERRUN_QUESTION, 'Review', () => void navigate('/app'));
    } else if (!isAsking || isHome) {
      dismissToast(TOAST_ID);
    }
    // Home has told of it too.
    hasNotified.current = isAsking;
  }, [isAsking, isHome, navigate]);
  // With the shell goes the account whose question it was.
  useEffect(() => () => dismissToast(TOAST_ID), []);
}
