import { Hammer } from 'lucide-react';
import { Icon } from '../../ui/Icon';

/** Says plainly that a part is still being built. */
export function LaterSection({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-3 rounded-lg bg-sunken p-4 text-secondary ring-1 ring-line ring-inset">
      <Icon of={Hammer} />
      {children}
    </p>
  );
}
