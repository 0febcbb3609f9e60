/** What the palette, the list of shortcuts and the settings show of commands. Loaded with these. */
import {
  Archive,
  ArrowLeftRight,
  Bell,
  CalendarClock,
  CalendarDays,
  ChartNoAxesColumn,
  CircleCheck,
  Copy,
  CornerDownLeft,
  FilePlus2,
  Filter,
  Flag,
  House,
  Keyboard,
  ListChecks,
  type LucideIcon,
  Maximize2,
  NotebookPen,
  PanelLeftOpen,
  Pencil,
  Plus,
  Redo2,
  RotateCcw,
  Search,
  Settings,
  SkipForward,
  SquareCheck,
  SquareDashed,
  SquareKanban,
  SquareStack,
  SquareTerminal,
  SunMoon,
  Tag,
  Timer,
  Trash2,
  Undo2,
  UserPlus,
} from 'lucide-react';
import * as messages from '../../messages/commands';
import * as common from '../../messages/common';
import type { CommandId } from './commands';

/** The groups in the order in which they are shown. Keys of the first two work on every page. */
export const COMMAND_GROUPS = ['general', 'navigation', 'home', 'calendar', 'boards', 'cards', 'notes', 'settings'] as const;

export type CommandGroup = (typeof COMMAND_GROUPS)[number];

interface CommandDetails {
  group: CommandGroup;
  name: () => string;
  icon: LucideIcon;
}

const GROUP_NAMES: Readonly<Record<CommandGroup, () => string>> = {
  general: messages.groupGeneral,
  navigation: messages.groupNavigation,
  home: common.home,
  calendar: common.calendar,
  boards: common.boards,
  cards: messages.groupCards,
  notes: common.notes,
  settings: common.settings,
};

export const COMMAND_DETAILS: Readonly<Record<CommandId, CommandDetails>> = {
  open_palette: { group: 'general', name: messages.openPalette, icon: SquareTerminal },
  undo: { group: 'general', name: messages.undo, icon: Undo2 },
  redo: { group: 'general', name: messages.redo, icon: Redo2 },
  quick_add: { group: 'general', name: messages.quickAdd, icon: Plus },
  search_everywhere: { group: 'general', name: messages.searchEverywhere, icon: Search },
  toggle_sidebar: { group: 'general', name: messages.toggleSidebar, icon: PanelLeftOpen },
  show_shortcuts: { group: 'general', name: messages.showShortcuts, icon: Keyboard },
  switch_theme: { group: 'general', name: messages.switchTheme, icon: SunMoon },

  go_home: { group: 'navigation', name: messages.goHome, icon: House },
  go_boards: { group: 'navigation', name: messages.goBoards, icon: SquareKanban },
  go_tasks: { group: 'navigation', name: messages.goTasks, icon: ListChecks },
  go_notes: { group: 'navigation', name: messages.goNotes, icon: NotebookPen },
  go_calendar: { group: 'navigation', name: messages.goCalendar, icon: CalendarDays },
  go_stats: { group: 'navigation', name: messages.goStats, icon: ChartNoAxesColumn },
  go_inbox: { group: 'navigation', name: messages.goInbox, icon: Bell },
  go_trash: { group: 'navigation', name: messages.goTrash, icon: Trash2 },
  go_settings: { group: 'navigation', name: messages.goSettings, icon: Settings },

  toggle_timer: { group: 'home', name: messages.toggleTimer, icon: Timer },
  reset_timer: { group: 'home', name: messages.resetTimer, icon: RotateCcw },
  skip_phase: { group: 'home', name: messages.skipPhase, icon: SkipForward },

  calendar_previous: { group: 'calendar', name: messages.calendarPrevious, icon: CalendarDays },
  calendar_next: { group: 'calendar', name: messages.calendarNext, icon: CalendarDays },
  calendar_today: { group: 'calendar', name: messages.calendarToday, icon: CalendarDays },

  filter_cards: { group: 'boards', name: messages.filterCards, icon: Filter },
  add_card: { group: 'boards', name: messages.addCard, icon: Plus },
  select_all_cards: { group: 'boards', name: messages.selectAllCards, icon: SquareStack },
  clear_selection: { group: 'boards', name: messages.clearSelection, icon: SquareDashed },
  open_card: { group: 'cards', name: messages.openCard, icon: CornerDownLeft },
  card_rename: { group: 'cards', name: messages.cardRename, icon: Pencil },
  card_complete: { group: 'cards', name: messages.cardComplete, icon: CircleCheck },
  card_labels: { group: 'cards', name: messages.cardLabels, icon: Tag },
  card_due_date: { group: 'cards', name: messages.cardDueDate, icon: CalendarClock },
  card_priority: { group: 'cards', name: messages.cardPriority, icon: Flag },
  card_assignees: { group: 'cards', name: messages.cardAssignees, icon: UserPlus },
  card_move: { group: 'cards', name: messages.cardMove, icon: ArrowLeftRight },
  card_copy: { group: 'cards', name: messages.cardCopy, icon: Copy },
  card_archive: { group: 'cards', name: messages.cardArchive, icon: Archive },
  card_delete: { group: 'cards', name: messages.cardDelete, icon: Trash2 },
  select_card: { group: 'cards', name: messages.selectCard, icon: SquareCheck },

  new_note: { group: 'notes', name: messages.newNote, icon: FilePlus2 },
  search_notes: { group: 'notes', name: messages.searchNotes, icon: Search },
  toggle_focus_mode: { group: 'notes', name: messages.toggleFocusMode, icon: Maximize2 },

  search_settings: { group: 'settings', name: messages.searchSettings, icon: Search },
};

/** Returns the name of a group of commands. */
export const groupName = (group: CommandGroup): string => GROUP_NAMES[group]();

/** Returns the name of a command. */
export const commandName = (id: CommandId): string => COMMAND_DETAILS[id].name();

/** Returns whether keys of two groups can be meant at the same time: those of cards work on boards, some on every page. */
export function doGroupsOverlap(one: CommandGroup, other: CommandGroup): boolean {
  const page = (group: CommandGroup) => (group === 'cards' ? 'boards' : group === 'navigation' ? 'general' : group);
  return page(one) === page(other) || page(one) === 'general' || page(other) === 'general';
}
