/**
 * Calls `onCrash` when the core crashes outside of a call from the shell: in a timer, a response handler or an event
 * listener. There a Rust panic surfaces as an uncaught error.
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
