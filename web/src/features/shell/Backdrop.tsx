import { classes } from '../../ui/classes';

/**
 * The picture behind the scenic pages, under the specification's overlay (30 % in the dark theme, 10 % in the light one).
 * Below it lies a gradient of its own colours, so that it is never blank. It stays mounted, so that coming back is instant.
 */
export function Backdrop({ isShown }: { isShown: boolean }) {
  return (
    <div aria-hidden className={classes('fixed inset-0 -z-10 bg-page', !isShown && 'invisible')}>
      <picture>
        <source media="(max-width: 1280px) and (orientation: landscape), (max-width: 640px)" srcSet="/backgrounds/dusk-1280.webp" />
        <img
          src="/backgrounds/dusk-2560.webp"
          alt=""
          className="size-full bg-(image:--dusk) object-cover"
          style={{ backgroundImage: 'linear-gradient(#141c33, #3d3f66 45%, #a8707a 62%, #1b2433 72%, #0b1018)' }}
        />
      </picture>
      <div className="absolute inset-0 bg-(--overlay)" />
    </div>
  );
}
