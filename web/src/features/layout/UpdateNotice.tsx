import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useIsPreview } from '../../core/hooks';
import * as messages from '../../messages/layout';
import { scheduleServiceWorkerRegistration, useUpdate } from '../../platform/app-update';
import { requestPersistentStorage } from '../../platform/persistent-storage';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';

/** A notice that a newer version is ready. It stays until the user decides, and never reloads on its own. */
export function UpdateNotice() {
  const { isReady, apply, dismiss } = useUpdate();
  const isPreview = useIsPreview();
  useEffect(() => {
    // The service worker loads every file of the app, which would slow down the start of the core.
    if (isPreview) return;
    scheduleServiceWorkerRegistration();
    void requestPersistentStorage();
  }, [isPreview]);
  // The live region is always rendered, because screen readers do not announce a new one.
  return (
    <div aria-live="polite" className="flex justify-end max-md:w-full max-md:px-2 max-md:last:mb-2">
      {isReady && (
        <div className="pointer-events-auto flex animate-appear items-center gap-2 rounded-md bg-raised py-2 pr-2 pl-4 shadow-float ring-1 ring-inset ring-line max-md:w-full">
          <p className="grow pr-2">{messages.updateAvailable()}</p>
          <Button onClick={apply}>{messages.updateApply()}</Button>
          <IconButton label={messages.updateDismiss()} onClick={dismiss}>
            <Icon icon={X} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
