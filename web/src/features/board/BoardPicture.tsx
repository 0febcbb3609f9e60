import { placeholderOf } from './pictures';

/** A board's own picture behind it, under the same overlay as the picture of Home. */
export function BoardPicture({ image }: { image: string }) {
  const placeholder = placeholderOf(image);
  return (
    <div
      aria-hidden
      data-testid="board-picture"
      className="fixed inset-0 -z-10 bg-cover bg-center"
      // The core lets only addresses of pictures on offer through, none of which holds a quotation mark.
      style={{ backgroundImage: [image, placeholder].filter(Boolean).map((url) => `url("${url}")`).join(', ') }}
    >
      <div className="absolute inset-0 bg-(--overlay)" />
    </div>
  );
}
