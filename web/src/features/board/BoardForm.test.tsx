import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { addBoard } from '../../testing/boards';
import { startGuest } from '../../testing/real-core';
import { BoardForm } from './BoardForm';

/** Shows the form of a board, with a draft of its description if given. */
async function open({ draft }: { draft?: string } = {}) {
  const core = await startGuest();
  const { board } = await addBoard(core, { name: 'Thesis', description: 'Until May', color: '#4073ff' });
  if (draft !== undefined) core.do({ type: 'save_draft', key: `board/${board.id}/description`, text: draft });
  const onDone = vi.fn();
  render(<BoardForm board={board} onDone={onDone} />);
  const edits = () => core.intents.filter(({ type }) => type === 'edit_board');
  return { core, board, onDone, edits };
}

const name = () => screen.getByRole('textbox', { name: 'Board Name' });
const description = () => screen.getByRole('textbox', { name: 'Description' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the form of a board', () => {
  it('shows the current values, with a description of three rows', async () => {
    await open();
    expect(name()).toHaveValue('Thesis');
    expect(description()).toHaveValue('Until May');
    expect(description()).toHaveAttribute('rows', '3');
    expect(screen.getByRole('radio', { name: 'Blue' })).toBeChecked();
  });

  it('saves all that changed at once, and nothing else', async () => {
    const { core, board, onDone, edits } = await open();
    await userEvent.type(name(), ' 2');
    await userEvent.click(screen.getByRole('radio', { name: 'Teal' }));
    await save();
    expect(edits()).toEqual([
      {
        type: 'edit_board',
        board_id: board.id,
        edits: [
          { field: 'name', value: 'Thesis 2' },
          { field: 'color', value: '#158fad' },
        ],
      },
    ]);
    expect(core.state().boards).toEqual([{ ...board, name: 'Thesis 2', color: '#158fad' }]);
    expect(core.state().drafts).toEqual([]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('saves nothing without changes', async () => {
    const { onDone, edits } = await open();
    await save();
    expect(edits()).toEqual([]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('shows the error in the field and keeps the text', async () => {
    const { core, board, onDone } = await open();
    await userEvent.clear(name());
    await save();
    expect(name()).toHaveAccessibleDescription('Enter a name.');
    const long = 'Until May!'.repeat(5001);
    await userEvent.type(name(), 'Thesis');
    fireEvent.change(description(), { target: { value: long } });
    await save();
    expect(description()).toHaveAccessibleDescription(/^Shorten the description/);
    expect(description()).toHaveValue(long);
    expect(core.state().boards).toEqual([board]);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('restores a draft and discards it on request', async () => {
    const { core } = await open({ draft: 'Until June' });
    expect(description()).toHaveValue('Until June');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(description()).toHaveValue('Until May');
    expect(core.state().drafts).toEqual([]);
  });
});
