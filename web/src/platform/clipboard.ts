/**
 * Copies a text to the clipboard. Returns false if the browser forbids it or has no clipboard API, as on plain HTTP.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
