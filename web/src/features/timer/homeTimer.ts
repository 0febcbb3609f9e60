import { createStore } from 'zustand';

/** The view that Home shows; null while another page is open. */
export const homeViewStore = createStore<{ shown: 'clock' | 'timer' | null }>(() => ({ shown: null }));

/** The path that opens Home with the timer. */
export const TIMER_PATH = '/app?view=timer';
