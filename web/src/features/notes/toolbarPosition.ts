/** The distance of the toolbar from the selection and from the edges of the area, in pixels. */
export const GAP = 8;

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/**
 * Returns where a toolbar is placed so that it does not cover the selection: above it, or below it if there is no space above. If the
 * selection fills the area, it is at the top of the area. Returns null if the selection is outside of the area.
 */
export function toolbarPosition(selection: Box, area: Box, { width, height }: { width: number; height: number }): { left: number; top: number } | null {
  if (selection.bottom < area.top || selection.top > area.bottom) return null;
  const above = selection.top - height - GAP;
  const below = selection.bottom + GAP;
  const fitsBelow = below + height <= area.bottom - GAP;
  const top = above >= area.top + GAP ? above : fitsBelow ? below : area.top + GAP;
  const left = (selection.left + selection.right - width) / 2;
  return { left: Math.max(area.left + GAP, Math.min(left, area.right - GAP - width)), top };
}
