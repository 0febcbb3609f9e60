/** The preset colors, as the specification names them. */
export const COLORS: readonly { name: string; hex: string }[] = [
  { name: 'Berry Red', hex: '#b8255f' },
  { name: 'Red', hex: '#db4035' },
  { name: 'Orange', hex: '#ff9933' },
  { name: 'Yellow', hex: '#fad000' },
  { name: 'Olive Green', hex: '#afb83b' },
  { name: 'Lime Green', hex: '#7ecc49' },
  { name: 'Green', hex: '#299438' },
  { name: 'Mint Green', hex: '#6accbc' },
  { name: 'Teal', hex: '#158fad' },
  { name: 'Blue', hex: '#4073ff' },
  { name: 'Indigo', hex: '#5c5ce0' },
  { name: 'Purple', hex: '#884dff' },
];

/** No color. */
export const NO_COLOR = { name: 'None', hex: 'transparent' };

/** The initial custom color if none was chosen. */
export const DEFAULT_CUSTOM_COLOR = '#4caf50';
