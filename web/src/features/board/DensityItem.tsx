import { Rows2, Rows3 } from 'lucide-react';
import * as messages from '../../messages/board';
import { PanelMenuItem } from './PanelMenuItem';

export type Density = 'comfortable' | 'compact';

interface DensityItemProps {
  value: Density;
  onChange: (value: Density) => void;
}

/** The entry that changes how close together the cards of all boards are. */
export function DensityItem({ value, onChange }: DensityItemProps) {
  const isCompact = value === 'compact';
  return (
    <PanelMenuItem icon={isCompact ? Rows2 : Rows3} opensView={false} onPress={() => onChange(isCompact ? 'comfortable' : 'compact')}>
      {isCompact ? messages.densityComfortable() : messages.densityCompact()}
    </PanelMenuItem>
  );
}
