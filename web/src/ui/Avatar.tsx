import { AVATAR_TEXT_COLOR, avatarColor, initials } from './avatars';
import { cx } from './cx';

const SIZES = {
  /** For use beside a line of text. */
  small: 'size-6 text-[10px]',
  medium: 'size-8 text-xs',
};

interface AvatarProps {
  /** The full name. */
  name: string;
  /** The id of the account, which determines the color. */
  userId: string;
  size?: keyof typeof SIZES;
  className?: string;
}

/** The initials of a person on a color of their own. Screen readers skip it: their name is in a text beside it. */
export function Avatar({ name, userId, size = 'medium', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      title={name}
      style={{ backgroundColor: avatarColor(userId), color: AVATAR_TEXT_COLOR }}
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-full font-semibold select-none forced-colors:ring-1',
        SIZES[size],
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
