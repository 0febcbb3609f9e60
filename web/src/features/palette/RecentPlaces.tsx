import { useEffect, useState } from 'react';
import { mirror } from '../../core/client';
import { lazyComponent } from '../../ui/lazyComponent';
import { usePreload } from '../../ui/usePreload';

const RecentPlacesRecorder = lazyComponent(() => import('./RecentPlacesRecorder'));

/** Deletes what is stored about recently used boards, cards and notes after a log-out. */
async function clearWithoutUser(): Promise<void> {
  const { isAuthenticated, guest } = mirror.getState().session;
  if (!isAuthenticated && guest === null) (await import('./clearPlaces')).clearPlaces();
}

/** Stores which boards, cards and notes are opened, as soon as the page is idle. A log-out deletes them. */
export function RecentPlaces() {
  const [isLoaded, setIsLoaded] = useState(false);
  const [loads] = useState(() => [() => RecentPlacesRecorder.preload().then(() => setIsLoaded(true))]);
  usePreload(loads);
  useEffect(() => () => void clearWithoutUser(), []);
  return isLoaded && <RecentPlacesRecorder />;
}
