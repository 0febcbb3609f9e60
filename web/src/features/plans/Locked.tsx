import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClasses } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { SUBSCRIPTION } from './plans';

/** Stands in for what the person's plan does not include: says so, and leads on. */
export function Locked({ children }: { children: string }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <Icon of={Lock} className="text-secondary" />
      <p className="max-w-[48ch] text-secondary">{children}</p>
      <Link to={SUBSCRIPTION} className={buttonClasses()}>
        See the plans
      </Link>
    </div>
  );
}
