/** The year by the device's clock, for the footer. */
export function currentYear(): number {
  return new Date().getFullYear();
}
