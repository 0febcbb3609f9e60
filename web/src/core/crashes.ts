/**
 * Notices that the core has crashed while nobody was asking it for anything: in a timer, an answer of the server, an event. There a
 * panic of Rust's comes out as an error that nobody catches.
 */
export function listenForCoreCrashes(crashed: (error: unknown) => void): void {
  const handleError = (event: Event, error: unknown) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    // It is told once, by whoever hears of it here.
    event.preventDefault();
    crashed(error);
  };
  addEventListener('error', (event) => handleError(event, event.error));
  addEventListener('unhandledrejection', (event) => handleError(event, event.reason));
}
