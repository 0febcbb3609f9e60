/** Formats the remaining time as `24:59`, with at least two digits for minutes and seconds. */
export function countdown({ minutes, seconds }: { minutes: number; seconds: number }): string {
  return `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}`;
}
