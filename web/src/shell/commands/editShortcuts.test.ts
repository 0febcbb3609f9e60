import { describe, expect, it } from 'vitest';
import { COMMAND_IDS, COMMANDS } from './commands';
import { findConflict, formatShortcuts, isChanged, resetKeys, setKeys, takeKeys } from './editShortcuts';
import { assignedKeys, parseShortcuts, type Shortcuts } from './preference';

const NONE = parseShortcuts('');

it('the default keys do not collide', () => {
  const collisions = COMMAND_IDS.flatMap((id) => COMMANDS[id].keys.flatMap((keys) => findConflict(id, keys, NONE) ?? []));
  expect(collisions).toEqual([]);
});

describe('changing keys', () => {
  it('stores only what differs from the default', () => {
    const changed = setKeys('card_move', 'v', NONE);
    expect(formatShortcuts(changed)).toBe('{"singleKeys":true,"keys":{"card_move":"v"}}');
    expect(parseShortcuts(formatShortcuts(changed))).toEqual(changed);
    expect(isChanged('card_move', changed)).toBe(true);
    expect(formatShortcuts(setKeys('card_move', 'm', changed))).toBe('');
    expect(formatShortcuts(setKeys('card_copy', null, NONE))).toBe('');
    expect(formatShortcuts(resetKeys('card_move', changed))).toBe('');
    expect(formatShortcuts({ ...NONE, singleKeys: false })).toBe('{"singleKeys":false,"keys":{}}');
  });

  it('keeps commands of a newer version', () => {
    const stored = parseShortcuts('{"keys":{"of_a_newer_version":null}}');
    expect(formatShortcuts(setKeys('card_move', null, stored))).toBe('{"singleKeys":true,"keys":{"of_a_newer_version":null,"card_move":null}}');
  });
});

describe('conflicts', () => {
  it.each([
    ['the same key on one page', 'card_move', 'f', 'filter_cards'],
    ['a key of every page', 'card_move', '[', 'toggle_sidebar'],
    ['the first key of a sequence', 'card_move', 'g', 'go_home'],
    ['a sequence that begins with a key', 'card_copy', 'm m', 'card_move'],
    ['the same key on another page', 'card_move', 's', undefined],
    ['other modifiers', 'card_move', 'Mod+f', undefined],
    ['its own keys', 'redo', 'Mod+y', undefined],
  ] as const)('%s', (_what, id, keys, expected) => {
    expect(findConflict(id, keys, NONE)).toBe(expected);
  });

  it('are resolved by taking the keys from all other commands', () => {
    const taken = takeKeys('card_move', 'f', NONE);
    // The other key of the command stays.
    expect(assignedKeys('filter_cards', taken)).toEqual(['/']);
    expect(assignedKeys('card_move', taken)).toEqual(['f']);
    const all: Shortcuts = takeKeys('card_move', 'g', NONE);
    expect(COMMAND_IDS.filter((id) => all.keys[id] === null)).toEqual(COMMAND_IDS.filter((id) => COMMANDS[id].keys[0]?.startsWith('g ')));
  });
});
