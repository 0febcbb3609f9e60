/**
 * The texts of the page's language. The English texts are part of the modules of the areas; those of another language are
 * loaded on demand (`core/language.ts`) and then take their place.
 */
import type { ReactNode } from 'react';

/** A text, or a function that makes one of its parameters. */
type Text = string | ((parameters: never) => ReactNode);

/** The texts of a language by area, in the order of the English file. */
export type Catalog = Readonly<Record<string, readonly Text[]>>;

let catalog: Catalog = {};

/** Sets the texts that take the place of the English ones. */
export function setCatalog(texts: Catalog): void {
  catalog = texts;
}

/** Makes the function of a message from its English text. */
interface DefineMessage {
  (english: string): () => string;
  <Parameters, Result extends ReactNode>(english: (parameters: Parameters) => Result): (parameters: Parameters) => Result;
}

/** Returns a function that makes the messages of an area, in the order of its file. */
export function messagesOf(area: string): DefineMessage {
  let count = 0;
  return ((english: Text) => {
    const index = count;
    count += 1;
    return (parameters: never) => {
      const text = catalog[area]?.[index] ?? english;
      return typeof text === 'string' ? text : text(parameters);
    };
  }) as DefineMessage;
}
