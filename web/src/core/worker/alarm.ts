/**
 * Waits for the timer's deadline on behalf of the core (`core-wasm/src/wasm/alarms.rs`), in a Worker: browsers slow the timers
 * of a hidden page down to one a minute, and not those of its Workers. It is told how many milliseconds to wait and since
 * when, and says so when they have passed; ending it is the end of its waiting.
 */
import { createDeadlineTimer, type DeadlineRequest } from '../waiting';

declare const self: DedicatedWorkerGlobalScope;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A Worker speaks to its page alone.
const wait = createDeadlineTimer(() => self.postMessage(null));

self.addEventListener('message', ({ data }: MessageEvent<DeadlineRequest>) => wait(data));
