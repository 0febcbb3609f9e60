/** The text that a note is kept as: the JSON of the editor's document. */
import type { Node, Schema } from '@tiptap/pm/model';

/** The JSON of blocks that have been written once. A block that changes is another one, and a key changes one of thousands. */
const serializedBlocks = new WeakMap<Node, string>();

/** Half of a character, which some pages have on the clipboard. It is no text, and would be refused. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

const replaceLoneSurrogates = (_key: string, value: unknown) => (typeof value === 'string' ? value.replaceAll(LONE_SURROGATES, '\uFFFD') : value);

function blockText(block: Node): string {
  const known = serializedBlocks.get(block);
  if (known !== undefined) return known;
  const text = JSON.stringify(block.toJSON(), replaceLoneSurrogates);
  serializedBlocks.set(block, text);
  return text;
}

/** The JSON text of a document: that of `JSON.stringify(doc.toJSON())`, of whole characters. */
export function serializeDocument(doc: Node): string {
  const blocks: string[] = [];
  doc.forEach((block) => void blocks.push(blockText(block)));
  return `{"type":"doc","content":[${blocks.join(',')}]}`;
}

/** The document of a JSON text, where an empty one is an empty note; null for what this version of the app cannot show. */
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
