import { dispatch, mirror } from '../../core/client';
import { useCommand } from '../../shell/commands/bindings';
import { resolveTheme } from '../../shell/theme';

/** Offers the command that switches to the other theme. */
export function useThemeCommand(): void {
  useCommand('switch_theme', () => {
    const theme = resolveTheme(mirror.getState().preferences.theme) === 'dark' ? 'light' : 'dark';
    dispatch({ type: 'set_theme', theme });
  });
}
