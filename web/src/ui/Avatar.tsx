import { AvatarPicture } from './AvatarPicture';
import { AVATAR_TEXT_COLOR, avatarColor, initials } from './avatars';
import { cx } from './cx';

const SIZES = {
  /** For use beside a line of text. */
  small: 'size-6 text-[10px]',
  medium: 'size-8 text-xs',
  large: 'size-16 text-xl',
};

interface AvatarProps {
  /** The full name. */
  name: string;
  /** The id of the account, which determines the color. */
  userId: string;
  /** The URL of the picture; null for none. */
  picture: string | null | undefined;
  size?: keyof typeof SIZES;
  className?: string;
}

/**
 * The picture of a person. The initials on a color of their own are shown until it is loaded, and if there is none or it cannot be
 * loaded. Screen readers skip it: the name is in a text beside it.
 */
export function Avatar({ name, userId, picture, size = 'medium', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      title={name}
      style={{ backgroundColor: avatarColor(userId), color: AVATAR_TEXT_COLOR }}
      className={cx(
        'relative inline-grid shrink-0 place-items-center rounded-full font-semibold select-none forced-colors:ring-1',
        SIZES[size],
        className,
      )}
    >
      {initials(name)}
      <AvatarPicture picture={picture} />
    </span>
  );
}
