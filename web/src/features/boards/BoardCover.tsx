import { useState } from 'react';
import { cx } from '../../ui/cx';
import { NO_COLOR } from '../../ui/colors';
import { parseImageCredit, thumbnail } from '../background';

interface BoardCoverProps {
  /** The board's color; null for the default. */
  color: string | null;
  /** The URL of the board's picture; null for none. */
  image: string | null;
  className?: string;
}

/** The picture of a board, or its color, on its card. */
export function BoardCover({ color, image, className }: BoardCoverProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const isMissing = image !== null && image === missing;
  // A board with a picture can have no color. Without the picture, its cover would look empty.
  const shownColor = isMissing && color === NO_COLOR.hex ? null : color;
  return (
    <div aria-hidden className={cx('relative overflow-clip', className)} style={{ background: coverColor(shownColor) }}>
      {image !== null && <CoverPicture key={image} image={image} isMissing={isMissing} onMissing={() => setMissing(image)} />}
    </div>
  );
}

/** Returns the background of a cover. Colors are softened, so that many covers do not outshine the names of the boards. */
function coverColor(color: string | null): string {
  if (color === NO_COLOR.hex) return 'var(--sunken)';
  return color === null ? 'color-mix(in srgb, var(--accent) 30%, var(--surface))' : `color-mix(in srgb, ${color} 80%, var(--surface))`;
}

/** A small copy of the picture on its placeholder. The photographer is named on it, as the photo service requires. */
function CoverPicture({ image, isMissing, onMissing }: { image: string; isMissing: boolean; onMissing: () => void }) {
  const { address, credit } = parseImageCredit(image);
  const { url, placeholder } = thumbnail(address);
  return (
    <div
      className="absolute inset-0 bg-cover bg-center"
      // The core only accepts URLs of offered pictures, none of which contains a quotation mark.
      style={{ backgroundImage: placeholder ? `url("${placeholder}")` : undefined }}
    >
      {!isMissing && (
        <img src={url} alt="" loading="lazy" decoding="async" onError={onMissing} className="absolute inset-0 size-full object-cover" />
      )}
      {credit && !isMissing && (
        <span dir="auto" className="absolute right-0 bottom-0 max-w-full truncate bg-[rgb(5_8_12/0.75)] px-1.5 text-xs text-[#fff] max-sm:hidden">
          {credit.name}
        </span>
      )}
    </div>
  );
}
