import { cx } from './cx';

interface AvatarProps {
  firstName: string;
  lastName: string;
  userId: string;
  className?: string;
}

/** A person's face: the initials on a color that depends on the id. The name must be near it, or in its group's label. */
export function Avatar({ firstName, lastName, userId, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      style={{ background: `hsl(${hueOf(userId)} 45% 30%)` }}
      className={cx('inline-grid size-6 shrink-0 place-items-center rounded-full text-[10px] font-semibold text-white select-none', className)}
    >
      {initialOf(firstName)}
      {initialOf(lastName)}
    </span>
  );
}

function initialOf(name: string): string {
  const [first = ''] = name.trim();
  return first.toLocaleUpperCase();
}

function hueOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 0);
}
