/**
 * Waits for the timer's deadline on behalf of the core (`core-wasm/src/wasm/alarms.rs`). It runs in a Worker because
 * browsers throttle the timers of hidden pages to one per minute, but not those of Workers. A message contains how long
 * to wait and since when; the Worker posts a message back when that time has passed. Terminating the Worker cancels the
 * wait.
 */
import { createDeadlineTimer, type DeadlineRequest } from './deadline-wait';

declare const self: DedicatedWorkerGlobalScope;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers take no origin; only windows do.
const wait = createDeadlineTimer(() => self.postMessage(null));

self.addEventListener('message', ({ data }: MessageEvent<DeadlineRequest>) => wait(data));
