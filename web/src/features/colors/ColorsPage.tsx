import { useState } from 'react';
import * as messages from '../../messages/colors';
import * as common from '../../messages/common';
import { ColorPicker } from '../../ui/ColorPicker';
import { COLORS, NO_COLOR } from '../../ui/colors';
import { useDocumentTitle } from '../../ui/useDocumentTitle';

/** A page with only the color picker. */
export function ColorsPage() {
  const [chosen, setChosen] = useState(NO_COLOR.hex);
  useDocumentTitle(messages.pageTitle());
  const name = [...COLORS, NO_COLOR].find(({ hex }) => hex === chosen)?.name() ?? chosen;
  return (
    <main className="mx-auto max-w-140 px-4 py-10">
      <h1 className="mb-6 text-xl font-semibold tracking-tight">{messages.heading()}</h1>
      <ColorPicker label={common.color()} value={chosen} onValueChange={setChosen} />
      <p role="status" className="mt-4 text-secondary">
        {name}
      </p>
    </main>
  );
}
