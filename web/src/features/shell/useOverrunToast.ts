import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMirror } from '../../core/hooks';
import { dismissOffer, showOffer } from '../../core/toasts';
import { QUESTION } from '../timer/OverrunQuestion';
import { isHomePath } from './navigation';

const OFFER = 'overrun';

/** Leads to the timer's question of what counts from the pages that do not show it; once for each question. */
export function useOverrunToast(): void {
  const isAsking = useMirror(({ timer }) => timer.overrun !== null);
  // Home's timer asks by itself.
  const isHome = isHomePath(useLocation().pathname);
  const wasTold = useRef(false);
  const navigate = useNavigate();
  useEffect(() => {
    if (isAsking && !isHome && !wasTold.current) {
      showOffer(OFFER, QUESTION, 'Review', () => void navigate('/app'));
    } else if (!isAsking || isHome) {
      dismissOffer(OFFER);
    }
    // Home has told of it too.
    wasTold.current = isAsking;
  }, [isAsking, isHome, navigate]);
  // With the shell goes the account whose question it was.
  useEffect(() => () => dismissOffer(OFFER), []);
}
