import { Link, useSearchParams } from 'react-router';
import { useIsGuest } from '../../core/hooks';
import * as boardsMessages from '../../messages/boards';
import * as common from '../../messages/common';
import * as messages from '../../messages/settings';
import * as profileMessages from '../../messages/settings_profile';
import { Button, buttonClassName } from '../../ui/Button';
import { InfoRow } from '../../ui/InfoRow';
import { LazyPanel } from '../../ui/LazyPanel';
import { TitledSection } from '../../ui/TitledSection';
import { ImportDialog } from '../import';

/** The section for importing and exporting. The parameter `import` of the address opens the dialog. */
export function DataSection() {
  const isGuest = useIsGuest();
  const [query, setQuery] = useSearchParams();
  const isImporting = query.has('import');
  const setImporting = (isOpen: boolean) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (isOpen) after.set('import', '');
        else after.delete('import');
        return after;
      },
      { replace: true },
    );
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <TitledSection title={messages.dataImport()}>
        <InfoRow
          label={boardsMessages.importBoards()}
          action={
            <Button onClick={() => setImporting(true)}>{boardsMessages.importAction()}</Button>
          }
        >
          {messages.dataImportDetails()}
        </InfoRow>
      </TitledSection>
      <TitledSection title={messages.dataExport()}>
        <InfoRow
          label={messages.dataExportBoard()}
          action={
            <Link to="/app/b" className={buttonClassName()}>
              {common.boards()}
            </Link>
          }
        >
          {messages.dataExportBoardDetails()}
        </InfoRow>
        {!isGuest && (
          <InfoRow
            label={profileMessages.exportTitle()}
            action={
              <Link to="/app/settings?section=profile" className={buttonClassName()}>
                {messages.sectionProfile()}
              </Link>
            }
          >
            {profileMessages.exportDetails()}
          </InfoRow>
        )}
      </TitledSection>
      {isImporting && (
        <LazyPanel component={ImportDialog} open onClose={() => setImporting(false)}>
          <ImportDialog onClose={() => setImporting(false)} />
        </LazyPanel>
      )}
    </div>
  );
}
