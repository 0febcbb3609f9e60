/**
 * Notices that the core has crashed while nobody was asking it for anything: in a timer, an answer of the server, an event. There a
 * panic of Rust's comes out as an error that nobody catches.
 */
export function listenForCoreCrashes(onCrash: (error: unknown) => void): void {
  const handleError = (event: Event, error: unknown) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    // Reported here, so the browser does not log it again.
    event.preventDefault();
    onCrash(error);
  };
  addEventListener('error', (event) => handleError(event, event.error));
  addEventListener('unhandledrejection', (event) => handleError(event, event.reason));
}
