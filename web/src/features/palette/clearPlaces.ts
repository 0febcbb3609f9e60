import { clearMainFocus } from '../../platform/main-focus-storage';
import { clearQuickAddTarget } from '../../platform/quick-add-storage';
import { clearRecentPlaces } from '../../platform/recent-places';

/** Deletes the stored places: the recent ones, the main focus of the day, and where quick add has added the last card. */
export function clearPlaces(): void {
  clearRecentPlaces();
  clearMainFocus();
  clearQuickAddTarget();
}
