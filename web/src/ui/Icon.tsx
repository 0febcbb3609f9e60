import type { LucideIcon, LucideProps } from 'lucide-react';

interface IconProps extends LucideProps {
  icon: LucideIcon;
  /** In pixels of the default text size, which it follows. */
  size?: number;
}

/** An icon with 1.5 px strokes, 18 px by default. It is hidden from screen readers, because a label accompanies it. */
export function Icon({ icon: IconComponent, size = 18, ...rest }: IconProps) {
  return <IconComponent size={`${size / 16}rem`} strokeWidth={1.5} aria-hidden {...rest} />;
}
