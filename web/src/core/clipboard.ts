/** Puts a text on the clipboard. Answers whether it is there: a browser may forbid it, and plain http has none. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
