// Made from messages/en/layout.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { richText } from './format';

export const skipToContent = () => 'Skip to content';
export const mainNavigation = () => 'Main';
export const moreNavigation = () => 'More';
export const otherPages = () => 'Other pages';
export const stats = () => 'Stats';
export const sidebarToggle = () => 'Toggle sidebar';
export const sidebarBoards = () => 'My Projects';
export const sidebarBoardsEmpty = () => 'No boards yet';
export const sidebarBoardsLoading = () => 'Loading';
export const account = () => 'Account';
export const accountGuest = () => 'Guest · this browser only';
export const themeSwitchDark = () => 'Switch to dark theme';
export const themeSwitchLight = () => 'Switch to light theme';
export const deletionBanner = () => 'Account deletion';
export const deletionNotice = ({ strong, date }: { strong: (text: string) => ReactNode; date: string }) => richText('Your account will be deleted on ', strong(`${date}`), '.');
export const updateAvailable = () => 'Update available';
export const updateApply = () => 'Update';
export const updateDismiss = () => 'Not now';
export const overrunReview = () => 'Review';
export const undone = () => 'Undone';
export const undoneChange = ({ change }: { change: string }) => `Undone: ${change}`;
export const redone = () => 'Redone';
export const redoneChange = ({ change }: { change: string }) => `Redone: ${change}`;
export const administration = () => 'Administration';
