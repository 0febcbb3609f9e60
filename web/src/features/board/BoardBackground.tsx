import { parseImageCredit, PhotoCredit, Picture } from '../background';

/** A board's own picture behind it, under the same overlay as the picture of Home. */
export function BoardBackground({ image }: { image: string }) {
  return (
    <div aria-hidden data-testid="board-picture" className="fixed inset-0 -z-10">
      <Picture image={parseImageCredit(image).address} isCached />
      <div className="absolute inset-0 bg-(--overlay)" />
    </div>
  );
}

/** The photographer's credit at the bottom of the board, if the picture has one. */
export function BoardBackgroundCredit({ image }: { image: string }) {
  const { credit } = parseImageCredit(image);
  if (!credit) return null;
  return (
    <p className="mr-2 mb-1 max-w-full self-end truncate rounded-md bg-[color-mix(in_srgb,var(--global-bg)_88%,transparent)] px-2 py-0.5 text-xs text-secondary">
      <PhotoCredit {...credit} />
    </p>
  );
}
