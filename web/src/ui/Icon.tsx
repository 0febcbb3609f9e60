import type { LucideIcon, LucideProps } from 'lucide-react';

/** An icon with 1.5 px strokes, 18 px by default. It is hidden from screen readers, because a label accompanies it. */
export function Icon({ icon: IconComponent, size = 18, ...rest }: LucideProps & { icon: LucideIcon }) {
  return <IconComponent size={size} strokeWidth={1.5} aria-hidden {...rest} />;
}
