import { CloudOff } from 'lucide-react';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';

/**
 * The error page shown if the core's module, or a file that every page needs, could not be loaded. It reloads the page,
 * because browsers cache failed module imports, and after an update the files have other names.
 */
export function AppLoadError() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        isPage
        icon={CloudOff}
        title="Couldn’t load Twentyfour"
        action={<Button variant="primary" onClick={() => location.reload()}>Try again</Button>}
      >
        Check your connection and try again. Your data is safe.
      </EmptyState>
    </main>
  );
}
