import { cx } from '../../ui/cx';

/**
 * The theme's picture behind the auth pages, under the specification's overlay (30 % in the dark theme, 10 % in the
 * light one). It stays mounted, so that returning to it is instant.
 */
export function AuthBackground({ isShown }: { isShown: boolean }) {
  return (
    <div aria-hidden className={cx('backdrop fixed inset-0 -z-10', !isShown && 'invisible')}>
      <div className="absolute inset-0 bg-(--overlay)" />
    </div>
  );
}
