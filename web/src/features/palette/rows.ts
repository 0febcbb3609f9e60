/** The rows of the palette for a query. */
import { Bookmark, FileText, History, type LucideIcon, Search, Settings, SquareKanban, StickyNote } from 'lucide-react';
import type { Finder, FoundItem } from '../../core/finder';
import * as boardsMessages from '../../messages/boards';
import * as common from '../../messages/common';
import * as messages from '../../messages/palette';
import * as settingsMessages from '../../messages/settings';
import type { RecentPlace } from '../../platform/recent-places';
import { runCommand } from '../../shell/commands/dispatcher';
import type { CommandId } from '../../shell/commands/commands';
import { COMMAND_DETAILS, COMMAND_GROUPS, commandName, groupName } from '../../shell/commands/details';
import { keysOf } from '../../shell/commands/preference';
import { SETTINGS_SECTION_NAMES, SETTINGS_SECTIONS } from '../settings';

export interface PaletteRow {
  id: string;
  icon: LucideIcon;
  /** Empty for an untitled note. */
  title: string;
  /** The matched parts of the title, in UTF-16 code units. */
  ranges: readonly (readonly [number, number])[];
  /** Where the item is, such as the board of a card. */
  context?: string;
  keys?: string | undefined;
  run: () => void;
}

export interface PaletteGroup {
  /** Undefined for the row that searches everywhere. */
  name?: string;
  rows: readonly PaletteRow[];
}

/** A saved view. */
export interface PaletteView {
  path: string;
  name: string;
  /** The name of its board or page. */
  context: string;
}

/** What the palette needs of the finder. */
export type PaletteFinder = Pick<Finder, 'find' | 'rank'>;

export interface PaletteSources {
  /** Null until it is loaded, and if it cannot be loaded. */
  finder: PaletteFinder | null;
  /** The commands that can run now. */
  commands: readonly CommandId[];
  recentPlaces: readonly RecentPlace[];
  views: readonly PaletteView[];
  openPath: (path: string) => void;
}

/** How many rows are shown of each kind: at most 50 altogether, so that they are drawn without delay. */
const MAX_COMMANDS = 8;
const MAX_SETTINGS = 4;
const MAX_VIEWS = 5;
const MAX_FOUND = 32;

type Match = ReturnType<Finder['rank']>[number];

const ITEM_ICONS = { board: SquareKanban, card: FileText, note: StickyNote };

const itemGroups = (): Readonly<Record<FoundItem['kind'], string>> => ({
  board: common.boards(),
  card: messages.groupCards(),
  note: common.notes(),
});

/** Returns the texts that contain a query. It stands in for the finder while that is not loaded. */
function rankPlainly(query: string, texts: readonly string[]): Match[] {
  return texts.flatMap((text, index) => {
    const start = text.toLowerCase().indexOf(query.toLowerCase());
    return start < 0 ? [] : [{ index, ranges: [[start, start + query.length] satisfies [number, number]] }];
  });
}

function commandRow(id: CommandId, ranges: PaletteRow['ranges'] = []): PaletteRow {
  const { icon } = COMMAND_DETAILS[id];
  return { id, icon, title: commandName(id), ranges, keys: keysOf(id)[0], run: () => runCommand(id) };
}

function viewRow({ path, name, context }: PaletteView, openPath: PaletteSources['openPath'], ranges: PaletteRow['ranges'] = []): PaletteRow {
  return { id: path, icon: Bookmark, title: name, context, ranges, run: () => openPath(path) };
}

/** Returns the groups without a query: recent places, saved views, then the commands of the page, then all others. */
function startGroups({ commands, recentPlaces, views, openPath }: PaletteSources): PaletteGroup[] {
  const recent = recentPlaces.map(({ kind, path, title, context }): PaletteRow => {
    return { id: path, icon: kind === 'board' ? ITEM_ICONS.board : History, title, context, ranges: [], run: () => openPath(path) };
  });
  const [general, navigation, ...ofPages] = COMMAND_GROUPS;
  const ofGroup = (group: (typeof COMMAND_GROUPS)[number]): PaletteGroup => ({
    name: groupName(group),
    rows: commands.filter((id) => COMMAND_DETAILS[id].group === group).map((id) => commandRow(id)),
  });
  const saved = views.slice(0, MAX_VIEWS).map((view) => viewRow(view, openPath));
  return [{ name: messages.groupRecent(), rows: recent }, { name: common.views(), rows: saved }, ...[...ofPages, navigation, general].map(ofGroup)];
}

/** Returns whether a title contains the words of a query as whole words or as starts of words. */
function matchesWords({ title, ranges }: PaletteRow, query: string): boolean {
  return ranges.length <= query.split(/\s+/).length && ranges.every(([start]) => !/[\p{L}\p{N}]$/u.test(title.slice(0, start)));
}

/** Returns the groups that match a query: first those whose best row contains its words, then those that match by some letters. */
function matchingGroups(query: string, { finder, commands, views, openPath }: PaletteSources): PaletteGroup[] {
  const rank = (texts: readonly string[], limit: number) => (finder ? finder.rank(query, texts) : rankPlainly(query, texts)).slice(0, limit);
  const commandRows = rank(commands.map(commandName), MAX_COMMANDS).flatMap(({ index, ranges }) => {
    const id = commands[index];
    return id === undefined ? [] : [commandRow(id, ranges)];
  });
  const viewRows = rank(views.map(({ name }) => name), MAX_VIEWS).flatMap(({ index, ranges }) => {
    const view = views[index];
    return view === undefined ? [] : [viewRow(view, openPath, ranges)];
  });
  const settings = [
    ...SETTINGS_SECTIONS.map((section) => ({ id: section, query: `section=${section}`, name: SETTINGS_SECTION_NAMES[section]() })),
    { id: 'language', query: 'section=preference', name: settingsMessages.language() },
    { id: 'import', query: 'section=data&import', name: boardsMessages.importBoards() },
  ];
  const settingRows = rank(settings.map(({ name }) => name), MAX_SETTINGS).flatMap(({ index, ranges }): PaletteRow[] => {
    const setting = settings[index];
    if (!setting) return [];
    const run = () => openPath(`/app/settings?${setting.query}`);
    return [{ id: `setting-${setting.id}`, icon: Settings, title: setting.name, ranges, run }];
  });
  const found = finder?.find(query, { limit: MAX_FOUND }) ?? [];
  // The group of the best item comes first.
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  const foundGroups = kinds.map((kind): PaletteGroup => {
    const items = found.filter((item) => item.kind === kind);
    return {
      name: itemGroups()[kind],
      rows: items.map(({ title, path, context, ranges }) => ({ id: path, icon: ITEM_ICONS[kind], title, ranges, context, run: () => openPath(path) })),
    };
  });
  const everywhere: PaletteRow = {
    id: 'search',
    icon: Search,
    title: messages.searchEverywhere({ query }),
    ranges: [],
    run: () => openPath(`/app/search?q=${encodeURIComponent(query)}`),
  };
  const groups: PaletteGroup[] = [
    { name: messages.groupCommands(), rows: commandRows },
    { name: common.views(), rows: viewRows },
    ...foundGroups,
    { name: common.settings(), rows: settingRows },
  ];
  const isBest = ({ rows: [best] }: PaletteGroup) => best !== undefined && matchesWords(best, query);
  return [...groups.filter(isBest), ...groups.filter((group) => !isBest(group)), { rows: [everywhere] }];
}

/** Returns the groups of rows for a query, without empty ones. */
export function paletteGroups(query: string, sources: PaletteSources): PaletteGroup[] {
  const text = query.trim();
  const groups = text === '' ? startGroups(sources) : matchingGroups(text, sources);
  return groups.filter(({ rows }) => rows.length > 0);
}
