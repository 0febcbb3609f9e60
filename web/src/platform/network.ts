/** Makes the core retry pending requests now, by simulating the browser's `online` event. */
export function retryNow(): void {
  window.dispatchEvent(new Event('online'));
}
