import { Maximize2, Minimize2 } from 'lucide-react';
import * as messages from '../../messages/notes';
import { ariaKeys, useShortcut } from '../../shell/commands/shortcuts';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Tooltip } from '../../ui/Tooltip';

interface FocusModeButtonProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Enters or leaves focus mode. Phones show a note without the list anyway. */
export function FocusModeButton({ isOn, onChange }: FocusModeButtonProps) {
  const keys = useShortcut('toggle_focus_mode');
  return (
    <Tooltip text={isOn ? messages.focusModeLeave() : messages.focusMode()} keys={keys} side="bottom">
      <IconButton label={messages.focusMode()} aria-pressed={isOn} aria-keyshortcuts={ariaKeys(keys)} onClick={() => onChange(!isOn)} className="max-md:hidden">
        <Icon icon={isOn ? Minimize2 : Maximize2} />
      </IconButton>
    </Tooltip>
  );
}
