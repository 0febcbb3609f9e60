import { clearMainFocus } from '../../platform/main-focus-storage';
import { clearRecentPlaces } from '../../platform/recent-places';

/** Deletes the stored places, and the main focus of the day, which is a card too. */
export function clearPlaces(): void {
  clearRecentPlaces();
  clearMainFocus();
}
