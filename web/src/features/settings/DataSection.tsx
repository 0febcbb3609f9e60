import { FileUp } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useIsGuest } from '../../core/hooks';
import * as common from '../../messages/common';
import * as exportMessages from '../../messages/export';
import * as importMessages from '../../messages/import';
import * as messages from '../../messages/settings';
import { Button, buttonClassName } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { InfoRow } from '../../ui/InfoRow';
import { LazyPanel } from '../../ui/LazyPanel';
import { TitledSection } from '../../ui/TitledSection';
import { ImportDialog } from '../import';
import { ExportRow } from './profile/ExportRow';

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
          label={importMessages.dialogTitle()}
          action={
            <Button onClick={() => setImporting(true)}>
              <Icon icon={FileUp} size={16} />
              {importMessages.action()}
            </Button>
          }
        >
          {importMessages.rowDetails()}
        </InfoRow>
      </TitledSection>
      <TitledSection title={messages.dataExport()}>
        <InfoRow
          label={exportMessages.rowTitle()}
          action={
            <Link to="/app/b" className={buttonClassName()}>
              {common.boards()}
            </Link>
          }
        >
          {exportMessages.rowDetails()}
        </InfoRow>
        {!isGuest && <ExportRow />}
      </TitledSection>
      {isImporting && (
        <LazyPanel component={ImportDialog} open onClose={() => setImporting(false)}>
          <ImportDialog onClose={() => setImporting(false)} />
        </LazyPanel>
      )}
    </div>
  );
}
