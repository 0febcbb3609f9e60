import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Pilcrow,
  SquareCode,
  TextQuote,
  Underline,
} from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import * as messages from '../../messages/notes';
import { Icon } from '../../ui/Icon';
import { isMac, keyOf } from '../../ui/keyboard';
import { Menu, MenuItem } from '../../ui/Menu';
import { HEADING_LEVELS, type HeadingLevel } from './editor/extensions';
import { LinkTool } from './LinkTool';
import { ToolButton } from './ToolButton';

interface Tool {
  /** The name of the mark or node in the editor's schema. */
  name: string;
  label: () => string;
  icon: LucideIcon;
  keys: readonly string[];
  run: (chain: ChainedCommands) => ChainedCommands;
}

const COMMAND = isMac ? 'Meta' : 'Control';

const MARKS: readonly Tool[] = [
  { name: 'bold', label: messages.toolBold, icon: Bold, keys: [COMMAND, 'B'], run: (chain) => chain.toggleBold() },
  { name: 'italic', label: messages.toolItalic, icon: Italic, keys: [COMMAND, 'I'], run: (chain) => chain.toggleItalic() },
  { name: 'underline', label: messages.toolUnderline, icon: Underline, keys: [COMMAND, 'U'], run: (chain) => chain.toggleUnderline() },
];
const LISTS: readonly Tool[] = [
  { name: 'bulletList', label: messages.toolBulletedList, icon: List, keys: [COMMAND, 'Shift', '8'], run: (chain) => chain.toggleBulletList() },
  { name: 'orderedList', label: messages.toolNumberedList, icon: ListOrdered, keys: [COMMAND, 'Shift', '7'], run: (chain) => chain.toggleOrderedList() },
  { name: 'taskList', label: messages.toolTaskList, icon: ListTodo, keys: [COMMAND, 'Shift', '9'], run: (chain) => chain.toggleTaskList() },
];
const BLOCKS: readonly Tool[] = [
  { name: 'code', label: messages.toolCode, icon: Code, keys: [COMMAND, 'E'], run: (chain) => chain.toggleCode() },
  { name: 'codeBlock', label: messages.toolCodeBlock, icon: SquareCode, keys: [COMMAND, 'Alt', 'C'], run: (chain) => chain.toggleCodeBlock() },
  { name: 'blockquote', label: messages.toolQuote, icon: TextQuote, keys: [COMMAND, 'Shift', 'B'], run: (chain) => chain.toggleBlockquote() },
];
const HEADING_ICONS: Record<HeadingLevel, LucideIcon> = { 1: Heading1, 2: Heading2, 3: Heading3 };
const NAMES = [...MARKS, ...LISTS, ...BLOCKS].map(({ name }) => name);

/** Returns the formats at the caret, separated by spaces: names of tools, `link`, and a heading with its level. */
function activeFormats(editor: Editor): string {
  const level = HEADING_LEVELS.find((one) => editor.isActive('heading', { level: one }));
  const names = [...NAMES, 'link'].filter((name) => editor.isActive(name));
  return [...names, ...(level ? [`heading${level}`] : [])].join(' ');
}

/** Returns the formats at the caret. Updates at most once per frame and re-renders only on changes. */
function useActiveFormats(editor: Editor): ReadonlySet<string> {
  const [active, setActive] = useState(() => activeFormats(editor));
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setActive(activeFormats(editor));
    };
    const onTransaction = () => {
      frame ||= requestAnimationFrame(look);
    };
    editor.on('transaction', onTransaction);
    return () => {
      editor.off('transaction', onTransaction);
      cancelAnimationFrame(frame);
    };
  }, [editor]);
  return new Set(active.split(' '));
}

interface ToolbarProps {
  ref: RefObject<HTMLDivElement | null>;
  editor: Editor;
  isLinking: boolean;
  setIsLinking: (isLinking: boolean) => void;
  onEscape: () => void;
}

/** The toolbar of a note: one tab stop, with arrow key navigation (ARIA APG, toolbar). */
export function Toolbar({ ref, editor, isLinking, setIsLinking, onEscape }: ToolbarProps) {
  const active = useActiveFormats(editor);
  const [tabStop, setTabStop] = useState(0);
  const buttons = () => [...(ref.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])];
  useLayoutEffect(() => {
    buttons().forEach((button, index) => (button.tabIndex = index === tabStop ? 0 : -1));
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    const index = all.indexOf(event.target as HTMLElement);
    if (index === -1) return;
    const key = keyOf(event) ?? '';
    const step = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const target = { ArrowRight: index + step, ArrowLeft: index - step, Home: 0, End: -1 }[key];
    if (target !== undefined) all.at(target % all.length)?.focus();
    else if (key === 'Escape') onEscape();
    else return;
    event.preventDefault();
  };
  const button = ({ name, label, icon, keys, run }: Tool) => (
    <ToolButton key={name} label={label()} keys={keys} aria-pressed={active.has(name)} onClick={() => run(editor.chain()).run()}>
      <Icon icon={icon} />
    </ToolButton>
  );
  return (
    <div
      ref={ref}
      role="toolbar"
      tabIndex={-1}
      aria-label={messages.toolbar()}
      onKeyDown={onKeyDown}
      onFocus={(event) => setTabStop(Math.max(0, buttons().indexOf(event.target)))}
      className="flex min-w-0 items-center gap-0.5 overflow-x-auto p-1 pr-4 [mask-image:linear-gradient(to_right,black_calc(100%-1rem),transparent)] [scrollbar-width:none]"
    >
      {MARKS.map(button)}
      <Divider />
      <HeadingMenu editor={editor} active={active} />
      {LISTS.map(button)}
      <Divider />
      <LinkTool editor={editor} isActive={active.has('link')} isOpen={isLinking} setIsOpen={setIsLinking} />
      {BLOCKS.map(button)}
    </div>
  );
}

function Divider() {
  return <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line" />;
}

/** A menu for the type of the current line: text, or a heading. */
function HeadingMenu({ editor, active }: { editor: Editor; active: ReadonlySet<string> }) {
  const level = HEADING_LEVELS.find((one) => active.has(`heading${one}`));
  const choose = (change: (chain: ChainedCommands) => ChainedCommands) => () => {
    editor.view.focus();
    change(editor.chain()).run();
  };
  return (
    <Menu
      align="start"
      trigger={
        <ToolButton label={level ? messages.toolHeadingLevel({ level }) : messages.toolHeading()} data-active={level !== undefined}>
          <Icon icon={level ? HEADING_ICONS[level] : Pilcrow} />
        </ToolButton>
      }
    >
      <MenuItem icon={Pilcrow} movesFocus onSelect={choose((chain) => chain.setParagraph())}>
        {messages.toolText()}
      </MenuItem>
      {HEADING_LEVELS.map((one) => (
        <MenuItem key={one} icon={HEADING_ICONS[one]} movesFocus onSelect={choose((chain) => chain.setHeading({ level: one }))}>
          {messages.toolHeadingLevel({ level: one })}
        </MenuItem>
      ))}
    </Menu>
  );
}
