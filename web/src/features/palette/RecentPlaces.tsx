import { useState } from 'react';
import { lazyComponent } from '../../ui/lazyComponent';
import { usePreload } from '../../ui/usePreload';

const RecentPlacesRecorder = lazyComponent(() => import('./RecentPlacesRecorder'));

/** Stores which boards, cards and notes are opened, as soon as the page is idle. */
export function RecentPlaces() {
  const [isLoaded, setIsLoaded] = useState(false);
  const [loads] = useState(() => [() => RecentPlacesRecorder.preload().then(() => setIsLoaded(true))]);
  usePreload(loads);
  return isLoaded && <RecentPlacesRecorder />;
}
