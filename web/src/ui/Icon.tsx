import type { LucideIcon, LucideProps } from 'lucide-react';

/** An icon of the house: 1.5 px strokes, 18 px unless told, and silent, since the words beside it speak. */
export function Icon({ icon: IconComponent, size = 18, ...rest }: LucideProps & { icon: LucideIcon }) {
  return <IconComponent size={size} strokeWidth={1.5} aria-hidden {...rest} />;
}
