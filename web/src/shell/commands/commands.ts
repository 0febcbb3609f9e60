/**
 * The table of all commands: their ids and default keys. Every page loads it, so what only the palette, the list of
 * shortcuts and the settings show is in `details.ts`.
 *
 * Keys are written like `Mod+Shift+z`: modifiers in this order (`Mod` is ⌘ on a Mac and Ctrl elsewhere, `Alt`, `Shift`),
 * then what `keyOf` returns, with `Space` for a space. The keys of a sequence are separated by spaces, as in `g b`.
 */

export interface Command {
  /** Each of them runs the command. */
  keys: readonly string[];
  /** Where the keys work apart from the page: in the dialog of a card, below any open dialog or menu, or in text fields too. */
  reach?: 'card' | 'dialogs' | 'text_fields';
  /** Whether the command runs again while its key is held down. */
  repeats?: true;
}

const TABLE = {
  open_palette: { keys: ['Mod+k'], reach: 'text_fields' },
  undo: { keys: ['Mod+z'], reach: 'dialogs', repeats: true },
  redo: { keys: ['Mod+Shift+z', 'Mod+y'], reach: 'dialogs', repeats: true },
  quick_add: { keys: ['q'], reach: 'dialogs' },
  search_everywhere: { keys: ['Mod+Shift+f'] },
  toggle_sidebar: { keys: ['['] },
  show_shortcuts: { keys: ['?'] },
  switch_theme: { keys: [] },

  go_home: { keys: ['g h'] },
  go_boards: { keys: ['g b'] },
  go_tasks: { keys: ['g t'] },
  go_notes: { keys: ['g n'] },
  go_calendar: { keys: ['g c'] },
  go_stats: { keys: ['g s'] },
  go_inbox: { keys: ['g i'] },
  go_trash: { keys: [] },
  go_settings: { keys: [] },

  toggle_timer: { keys: ['Space'] },
  reset_timer: { keys: ['r'] },
  skip_phase: { keys: ['s'] },

  calendar_previous: { keys: ['k'] },
  calendar_next: { keys: ['j'] },
  calendar_today: { keys: ['t'] },

  filter_cards: { keys: ['f', '/'] },
  add_card: { keys: ['n'] },
  open_card: { keys: ['Enter'] },
  card_rename: { keys: ['F2'], reach: 'card' },
  card_complete: { keys: ['c'], reach: 'card' },
  card_labels: { keys: ['l'], reach: 'card' },
  card_due_date: { keys: ['d'], reach: 'card' },
  card_priority: { keys: ['p'], reach: 'card' },
  card_assignees: { keys: ['a'], reach: 'card' },
  card_move: { keys: ['m'], reach: 'card' },
  card_copy: { keys: [] },
  card_archive: { keys: ['e'], reach: 'card' },
  card_delete: { keys: ['Delete', 'Backspace'] },
  select_card: { keys: ['x'] },
  select_all_cards: { keys: ['Mod+a'] },
  clear_selection: { keys: ['Escape'] },

  new_note: { keys: ['n'] },
  search_notes: { keys: ['/'] },
  toggle_focus_mode: { keys: ['Mod+.'], reach: 'text_fields' },

  search_settings: { keys: ['/'] },
} satisfies Readonly<Record<string, Command>>;

export type CommandId = keyof typeof TABLE;

export const COMMANDS: Readonly<Record<CommandId, Command>> = TABLE;

/** All ids, in the order of the table. */
export const COMMAND_IDS = Object.keys(TABLE) as CommandId[];
