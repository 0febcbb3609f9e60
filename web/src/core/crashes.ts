/**
 * Notices that the core has crashed while nobody was asking it for anything: in a timer, an answer of the server, an event. There a
 * panic of Rust's comes out as an error that nobody catches.
 */
export function watchForCrashes(crashed: (error: unknown) => void): void {
  const look = (event: Event, error: unknown) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    // It is told once, by whoever hears of it here.
    event.preventDefault();
    crashed(error);
  };
  addEventListener('error', (event) => look(event, event.error));
  addEventListener('unhandledrejection', (event) => look(event, event.reason));
}
