/**
 * Dots below the lists on phones, which show one list at a time: one dot for each list, with those in view highlighted.
 * Screen readers have the lists themselves.
 */

/** More lists than this have no dots, because those would not fit. */
const MAX_DOTS = 20;

/** Shows the dots below a row of lists. Returns a function that removes them. */
export function showListPosition(lists: HTMLElement): () => void {
  const bar = document.createElement('div');
  bar.ariaHidden = 'true';
  bar.className = 'pointer-events-none relative h-0 sm:hidden';
  const dots = document.createElement('div');
  dots.className = 'absolute inset-x-0 bottom-1 mx-auto flex w-fit gap-1.5 rounded-full bg-(--list-bg) px-2 py-1';
  bar.append(dots);
  lists.after(bar);

  const dotOf = new Map<Element, HTMLElement>();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) dotOf.get(target)?.toggleAttribute('data-in-view', intersectionRatio > 0.6);
    },
    { root: lists, threshold: 0.6 },
  );
  const update = () => {
    const rows = [...lists.querySelectorAll(':scope > [data-drag-type="list"]')];
    for (const row of dotOf.keys()) if (!rows.includes(row)) {
      seen.unobserve(row);
      dotOf.delete(row);
    }
    for (const row of rows) {
      if (dotOf.has(row)) continue;
      const dot = document.createElement('span');
      dot.dataset.listDot = '';
      dot.className = 'size-1.5 rounded-full bg-(--control-border) data-in-view:bg-accent-text';
      dotOf.set(row, dot);
      seen.observe(row);
    }
    dots.replaceChildren(...rows.flatMap((row) => dotOf.get(row) ?? []));
    dots.hidden = rows.length < 2 || rows.length > MAX_DOTS;
  };
  const changes = new MutationObserver(update);
  changes.observe(lists, { childList: true });
  update();
  return () => {
    changes.disconnect();
    seen.disconnect();
    bar.remove();
  };
}
