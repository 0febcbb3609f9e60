/** A node of rendered Markdown (hast). */
interface Block {
  type: string;
  tagName?: string;
  properties?: object;
}

/** A plugin for rehype that lets the browser choose the direction of each block of a text by its letters. Code is always left-to-right. */
export const directBlocks = () => (tree: { children?: Block[] }): void => {
  for (const block of tree.children ?? []) {
    if (block.type === 'element' && block.tagName !== 'pre') block.properties = { ...block.properties, dir: 'auto' };
  }
};
