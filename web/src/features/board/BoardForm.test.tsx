import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { boardRecord, connectFakeCore } from '../../testing/fake-core';
import { BoardForm } from './BoardForm';

const board = boardRecord({ id: '1', name: 'Thesis', description: 'Until May', color: '#4073ff' });

function open(fields: Parameters<typeof connectFakeCore>[0] = {}) {
  const core = connectFakeCore(fields);
  const onDone = vi.fn();
  render(<BoardForm board={board} onDone={onDone} />);
  const edits = () => core.intents.filter(({ type }) => type === 'edit_board');
  return { core, onDone, edits };
}

const name = () => screen.getByRole('textbox', { name: 'Board Name' });
const description = () => screen.getByRole('textbox', { name: 'Description' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the form of a board', () => {
  it('shows the current values, with a description of three rows', () => {
    open();
    expect(name()).toHaveValue('Thesis');
    expect(description()).toHaveValue('Until May');
    expect(description()).toHaveAttribute('rows', '3');
    expect(screen.getByRole('radio', { name: 'Blue' })).toBeChecked();
  });

  it('saves all that changed at once, and nothing else', async () => {
    const { core, onDone, edits } = open();
    await userEvent.type(name(), ' 2');
    await userEvent.click(screen.getByRole('radio', { name: 'Teal' }));
    await save();
    expect(edits()).toEqual([
      {
        type: 'edit_board',
        board_id: '1',
        edits: [
          { field: 'name', value: 'Thesis 2' },
          { field: 'color', value: '#158fad' },
        ],
      },
    ]);
    expect(core.intents.slice(-2)).toEqual([
      { type: 'discard_draft', key: 'board/1/name' },
      { type: 'discard_draft', key: 'board/1/color' },
    ]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('saves nothing without changes', async () => {
    const { onDone, edits } = open();
    await save();
    expect(edits()).toEqual([]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('shows the error in the field and keeps the text', async () => {
    const { core, onDone } = open();
    core.reject = (intent) => (intent.type === 'edit_board' ? { code: 'name_required', message: 'Enter a name.' } : null);
    await userEvent.clear(name());
    await save();
    expect(name()).toHaveAccessibleDescription('Enter a name.');
    core.reject = (intent) => (intent.type === 'edit_board' ? { code: 'description_too_long', message: 'Shorten it.' } : null);
    await userEvent.type(description(), '!');
    await save();
    expect(description()).toHaveAccessibleDescription('Shorten it.');
    expect(description()).toHaveValue('Until May!');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('restores a draft and discards it on request', async () => {
    const { core } = open({ drafts: [{ key: 'board/1/description', text: 'Until June' }] });
    expect(description()).toHaveValue('Until June');
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(core.intents).toEqual([{ type: 'discard_draft', key: 'board/1/description' }]);
  });
});
