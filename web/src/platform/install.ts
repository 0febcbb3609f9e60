/** Whether the app can be installed on this device, how that is done, and when it is suggested: once. */
import { createStore, useStore } from 'zustand';

/** The browser's event that offers to install the app. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

declare global {
  interface Window {
    /** Set by `src/boot/install-prompt.js`. */
    installPrompt?: InstallPrompt | undefined;
  }
}

/** How the app is installed: the browser asks the user, or the user finds it in the share menu of iOS. */
type InstallMethod = 'prompt' | 'share_menu';

const KEY = 'install';

/** The app is suggested after this many days with a visit, or completed focus sessions. */
const MIN_DAYS = 3;
const MIN_SESSIONS = 2;

/** What is stored on this device. */
interface Usage {
  days: number;
  /** The last of these days, as `YYYY-MM-DD`. */
  lastDay: string;
  sessions: number;
  /** Whether the suggestion was answered, or the app installed. */
  isAnswered: boolean;
}

interface InstallState {
  method: InstallMethod | null;
  /** Whether the suggestion is due. */
  isSuggested: boolean;
  /** Whether the user wants to know how the app is installed. */
  isRequested: boolean;
}

/** Whether the page is the installed app. Only iOS has the other property. */
const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

function findMethod(): InstallMethod | null {
  if (isInstalled()) return null;
  if (window.installPrompt) return 'prompt';
  return 'standalone' in navigator ? 'share_menu' : null;
}

const install = createStore<InstallState>(() => ({ method: findMethod(), isSuggested: false, isRequested: false }));

/** Returns how the app can be installed, null if it is or cannot be, and whether that is suggested or requested. */
export const useInstall = (): InstallState => useStore(install);

function readUsage(): Usage {
  const unused = { days: 0, lastDay: '', sessions: 0, isAnswered: false };
  try {
    return { ...unused, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Usage>) };
  } catch {
    return unused;
  }
}

function storeUsage(usage: Usage): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(usage));
  } catch {
    // Without storage nothing is suggested, because it would be suggested again at each visit.
  }
}

/** Suggests the app if it was used enough, can be installed, and was not suggested before. */
function suggestWhenUsed(): void {
  const { days, sessions, isAnswered } = readUsage();
  const isUsed = days >= MIN_DAYS || sessions >= MIN_SESSIONS;
  install.setState(({ method }) => ({ isSuggested: method !== null && isUsed && !isAnswered }));
}

/** Counts a day with a visit, once. */
export function countVisit(today: string): void {
  const usage = readUsage();
  if (usage.lastDay !== today) storeUsage({ ...usage, days: usage.days + 1, lastDay: today });
  suggestWhenUsed();
}

/** Counts a completed focus session. */
export function countSession(): void {
  const usage = readUsage();
  storeUsage({ ...usage, sessions: usage.sessions + 1 });
  suggestWhenUsed();
}

/** Ends the suggestion for good. */
export function dismissSuggestion(): void {
  storeUsage({ ...readUsage(), isAnswered: true });
  install.setState({ isSuggested: false, isRequested: false });
}

/** Lets the browser ask whether to install the app, or shows how to do it where the browser cannot ask. */
export async function startInstall(): Promise<void> {
  const prompt = window.installPrompt;
  if (!prompt) {
    install.setState({ isRequested: true });
    return;
  }
  dismissSuggestion();
  // An event can ask only once. The browser sends another one if the user declines.
  window.installPrompt = undefined;
  install.setState({ method: null });
  await prompt.prompt();
}

/** Follows the browser's offers. Returns a function that stops it. */
export function followInstallOffers(): () => void {
  const events = new AbortController();
  const { signal } = events;
  addEventListener(
    'beforeinstallprompt',
    () => {
      install.setState({ method: 'prompt' });
      suggestWhenUsed();
    },
    { signal },
  );
  addEventListener(
    'appinstalled',
    () => {
      dismissSuggestion();
      install.setState({ method: null });
    },
    { signal },
  );
  install.setState({ method: findMethod() });
  return () => events.abort();
}
