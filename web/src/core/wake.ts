/** Lets the core try at once whatever it waits to try again: it does so whenever the browser says that the network is back. */
export function retryNow(): void {
  window.dispatchEvent(new Event('online'));
}
