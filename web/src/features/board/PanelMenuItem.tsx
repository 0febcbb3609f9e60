import { ChevronRight, Lock, type LucideIcon } from 'lucide-react';
import * as messages from '../../messages/board';
import { Icon } from '../../ui/Icon';
import { srOnly } from '../../ui/srOnly';

interface PanelMenuItemProps {
  icon: LucideIcon;
  /** Whether the plan does not include the target. */
  isLocked?: boolean;
  /** Whether the entry opens a view of the panel. */
  opensView?: boolean;
  onPress: () => void;
  children: string;
}

/** An entry of the menu of a board's panel. */
export function PanelMenuItem({ icon, isLocked = false, opensView = true, onPress, children }: PanelMenuItemProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex h-11 items-center gap-3 rounded-md px-3 text-left transition-colors duration-120 hover:bg-hover"
    >
      <Icon icon={icon} className="text-secondary" />
      <span className="flex-1">{isLocked ? messages.requiresPro({ name: children, srOnly }) : children}</span>
      {isLocked && <Icon icon={Lock} size={16} className="text-secondary" />}
      {opensView && <Icon icon={ChevronRight} size={16} className="text-secondary" />}
    </button>
  );
}
