import * as messages from '../messages/ui';

/** A color with its name. */
interface Color {
  name: () => string;
  hex: string;
}

/** The preset colors, as the specification names them. */
export const COLORS: readonly Color[] = [
  { name: messages.colorBerryRed, hex: '#b8255f' },
  { name: messages.colorRed, hex: '#db4035' },
  { name: messages.colorOrange, hex: '#ff9933' },
  { name: messages.colorYellow, hex: '#fad000' },
  { name: messages.colorOliveGreen, hex: '#afb83b' },
  { name: messages.colorLimeGreen, hex: '#7ecc49' },
  { name: messages.colorGreen, hex: '#299438' },
  { name: messages.colorMintGreen, hex: '#6accbc' },
  { name: messages.colorTeal, hex: '#158fad' },
  { name: messages.colorBlue, hex: '#4073ff' },
  { name: messages.colorIndigo, hex: '#5c5ce0' },
  { name: messages.colorPurple, hex: '#884dff' },
];

/** No color. */
export const NO_COLOR: Color = { name: messages.colorNone, hex: 'transparent' };

/** The initial custom color if none was chosen. */
export const DEFAULT_CUSTOM_COLOR = '#4caf50';
