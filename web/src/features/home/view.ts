import { createStore } from 'zustand';

/** What Home shows; null while another page is open. */
export const homeViewStore = createStore<{ shown: 'clock' | 'timer' | null }>(() => ({ shown: null }));

/** The address that opens Home on its timer. */
export const TIMER_PATH = '/app?view=timer';
