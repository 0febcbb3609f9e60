import type { NoteVersion, NoteView } from '@twentyfour/core';
import { CloudOff, History } from 'lucide-react';
import { useEffect } from 'react';
import { dispatch } from '../../core/client';
import { useMirror, useTimeFormat } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { formatTimestamp } from '../../platform/format/times';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { SidePanel } from '../../ui/SidePanel';
import { Skeleton } from '../../ui/Skeleton';
import { showVersion } from './VersionBanner';

interface VersionsPanelProps {
  note: NoteView;
  isOpen: boolean;
  onClose: () => void;
}

const load = () => dispatch({ type: 'load_note_versions' });

/** A panel with the version history of the open note. */
export function VersionsPanel({ note, isOpen, onClose }: VersionsPanelProps) {
  useEffect(() => {
    if (isOpen) load();
  }, [isOpen]);
  const show = ({ save_id }: NoteVersion) => {
    showVersion(save_id);
    onClose();
  };
  return (
    <SidePanel open={isOpen} onClose={onClose} title={messages.versionHistory()}>
      <Versions note={note} onShow={show} />
    </SidePanel>
  );
}

function Versions({ note, onShow }: { note: NoteView; onShow: (version: NoteVersion) => void }) {
  const format = useTimeFormat();
  const isOffline = useMirror(({ sync }) => sync.send_failure === 'offline');
  if (note.versions === null) {
    return isOffline ? (
      <EmptyState icon={CloudOff} title={common.youAreOffline()} action={<Button onClick={load}>{common.tryAgain()}</Button>}>
        {messages.versionsOfflineHint()}
      </EmptyState>
    ) : (
      <div role="status" className="-mx-3">
        <span className="sr-only">{messages.versionsLoading()}</span>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className="h-18 px-3 py-3">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2.5 h-3 w-4/5" />
          </div>
        ))}
      </div>
    );
  }
  if (note.versions.length === 0) {
    return (
      <EmptyState icon={History} title={messages.versionsEmptyTitle()}>
        {messages.versionsEmptyHint()}
      </EmptyState>
    );
  }
  return (
    <ul className="-mx-3">
      {note.versions.map((version) => (
        <li key={version.save_id}>
          <button
            type="button"
            onClick={() => onShow(version)}
            className="flex w-full flex-col gap-0.5 rounded-md px-3 py-2.5 text-start transition-colors duration-120 hover:bg-hover"
          >
            <span className="flex w-full flex-wrap items-baseline gap-x-3">
              <span className="digits flex-1 font-medium whitespace-nowrap">{formatTimestamp(version.edited_at, format)}</span>
              <span className="text-xs text-secondary">{version.device}</span>
            </span>
            {/* Two lines, because it begins with the title, which is often the same in all versions. */}
            <span dir="auto" className="line-clamp-2 w-full text-sm text-secondary wrap-anywhere">
              {version.snippet || messages.noteEmpty()}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
