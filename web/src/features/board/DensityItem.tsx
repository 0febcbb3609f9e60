import { Rows2, Rows3 } from 'lucide-react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { chooseAppearance, parseAppearance } from '../../shell/appearance';
import { PanelMenuItem } from './PanelMenuItem';

/** The entry that changes how close together the cards of all boards are. */
export function DensityItem() {
  const isCompact = useMirror(({ preferences }) => parseAppearance(preferences.appearance ?? '').density === 'compact');
  return (
    <PanelMenuItem
      icon={isCompact ? Rows2 : Rows3}
      opensView={false}
      onPress={() => chooseAppearance('density', isCompact ? 'comfortable' : 'compact')}
    >
      {isCompact ? messages.densityComfortable() : messages.densityCompact()}
    </PanelMenuItem>
  );
}
