/** Formats a count with its noun, whose plural adds an s: "1 change", "2 changes", "1,000 changes". */
export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
