/** The stored format of a note: the JSON of the editor's document. */
import type { Node, Schema } from '@tiptap/pm/model';

/** Cached JSON of blocks. Nodes are immutable, so a key press replaces just one of thousands of blocks. */
const serializedBlocks = new WeakMap<Node, string>();

/** Unpaired surrogates, which some pages put on the clipboard. They are invalid Unicode and would be rejected. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

const replaceLoneSurrogates = (_key: string, value: unknown) => (typeof value === 'string' ? value.replaceAll(LONE_SURROGATES, '\uFFFD') : value);

function blockText(block: Node): string {
  const known = serializedBlocks.get(block);
  if (known !== undefined) return known;
  const text = JSON.stringify(block.toJSON(), replaceLoneSurrogates);
  serializedBlocks.set(block, text);
  return text;
}

/** Returns the same JSON text as `JSON.stringify(doc.toJSON())`, without unpaired surrogates. */
export function serializeDocument(doc: Node): string {
  const blocks: string[] = [];
  doc.forEach((block) => void blocks.push(blockText(block)));
  return `{"type":"doc","content":[${blocks.join(',')}]}`;
}

/**
 * Parses a document, where an empty text is an empty note. Returns null if this version of the app does not support it.
 */
export function parseDocument(schema: Schema, text: string): Node | null {
  if (text === '') return schema.topNodeType.createAndFill();
  try {
    const doc = schema.nodeFromJSON(JSON.parse(text));
    doc.check();
    return doc;
  } catch {
    return null;
  }
}
