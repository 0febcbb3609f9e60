import { CloudOff } from 'lucide-react';
import * as common from '../messages/common';
import * as messages from '../messages/shell';
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
        title={messages.appLoadFailedTitle()}
        action={<Button variant="primary" onClick={() => location.reload()}>{common.tryAgain()}</Button>}
      >
        {messages.appLoadFailedHint()}
      </EmptyState>
    </main>
  );
}
