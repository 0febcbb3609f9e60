import { useState } from 'react';
import { classes } from '../../ui/classes';
import { useTitle } from '../../ui/useTitle';

/** The preset colours of boards, as the specification names them, and none. */
const COLORS = [
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
  { name: 'None', hex: 'transparent' },
];

/** The colour selector alone on a page. */
export function ColorsPage() {
  const [chosen, setChosen] = useState('None');
  useTitle('Colours · Twentyfour');
  return (
    <main className="mx-auto max-w-140 px-4 py-10">
      <h1 className="mb-6 text-xl font-semibold tracking-tight">Colour selector</h1>
      <div role="radiogroup" aria-label="Colour" className="grid grid-cols-2 gap-1 sm:grid-cols-3">
        {COLORS.map(({ name, hex }) => (
          <label
            key={name}
            className={classes(
              'flex h-11 cursor-pointer items-center gap-3 rounded-md px-3 transition-colors duration-120 hover:bg-hover',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus-ring)',
              chosen === name && 'bg-hover font-semibold',
            )}
          >
            <input
              type="radio"
              name="color"
              value={hex}
              checked={chosen === name}
              onChange={() => setChosen(name)}
              className="sr-only"
            />
            <span aria-hidden className="size-4 rounded-full ring-1 ring-control ring-inset" style={{ background: hex }} />
            {name}
          </label>
        ))}
      </div>
    </main>
  );
}
