import { fireEvent, render, screen } from '@testing-library/react';
import { Trash2 } from 'lucide-react';
import { expect, it } from 'vitest';
import { Menu, MenuItem } from './Menu';

it('opens by touch when the finger leaves the button, so that no item gets the click', () => {
  render(
    <Menu trigger={<button type="button">Options</button>}>
      <MenuItem icon={Trash2} onSelect={() => undefined}>Delete</MenuItem>
    </Menu>,
  );
  const button = screen.getByRole('button', { name: 'Options' });
  fireEvent.pointerDown(button, { pointerType: 'touch', button: 0 });
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.click(button);
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
});
