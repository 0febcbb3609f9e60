import { useNavigate } from 'react-router';
import { useIsGuest } from '../../core/hooks';
import { useCommand } from '../../shell/commands/bindings';

/** Offers the commands that open pages. */
export function useGoToCommands(): void {
  const navigate = useNavigate();
  const goTo = (path: string) => () => void navigate(`/app${path}`);
  useCommand('go_home', goTo(''));
  useCommand('go_boards', goTo('/b'));
  useCommand('go_tasks', goTo('/tasks'));
  useCommand('go_notes', goTo('/notes'));
  useCommand('go_calendar', goTo('/calendar'));
  useCommand('go_stats', goTo('/stats'));
  useCommand('go_inbox', goTo('/inbox'), { isEnabled: !useIsGuest() });
  useCommand('go_trash', goTo('/trash'));
  useCommand('go_settings', goTo('/settings'));
  useCommand('search_everywhere', goTo('/search'));
}
