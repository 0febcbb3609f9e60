import { useNavigate } from 'react-router';
import { useIsGuest } from '../../core/hooks';
import { useCommand } from '../../shell/commands/bindings';
import { type Destination, DESTINATIONS, INBOX, MORE_DESTINATIONS } from './destinations';

const SEARCH: Pick<Destination, 'path' | 'command'> = { path: '/app/search', command: 'search_everywhere' };

const PAGES = [...DESTINATIONS, ...MORE_DESTINATIONS, SEARCH];

/** Offers the commands that open pages. */
export function GoToCommands() {
  const isGuest = useIsGuest();
  const pages = isGuest ? PAGES : [...PAGES, INBOX];
  return pages.map(({ path, command }) => <GoToCommand key={path} path={path} command={command} />);
}

function GoToCommand({ path, command }: Pick<Destination, 'path' | 'command'>) {
  const navigate = useNavigate();
  // The search page has a command of its own, which keeps the query.
  useCommand(command, () => void navigate(path), { isEnabled: () => command !== SEARCH.command || location.pathname !== path });
  return null;
}
