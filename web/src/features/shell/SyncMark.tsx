import { CloudAlert, CloudOff, RefreshCw } from 'lucide-react';
import { useMirror } from '../../core/hooks';
import { Icon } from '../../ui/Icon';
import { Tooltip } from '../../ui/Tooltip';
import { counted } from '../../ui/words';

/** A quiet mark that shows only while something has not reached the server. It blocks nothing. */
export function SyncMark() {
  const sync = useMirror((mirror) => mirror.sync);
  if (sync.refused) return <Mark icon={CloudAlert} text={sync.refused.message} isWarning />;
  if (sync.is_offline) {
    const waiting = sync.unsent === 0 ? '' : ` ${counted(sync.unsent, 'change')} will be sent when it is back.`;
    return <Mark icon={CloudOff} text={`No connection. Everything works and is kept here.${waiting}`} />;
  }
  if (sync.unsent > 0) return <Mark icon={RefreshCw} text={`Sending ${counted(sync.unsent, 'change')}`} />;
  return null;
}

function Mark({ icon, text, isWarning = false }: { icon: typeof CloudOff; text: string; isWarning?: boolean }) {
  return (
    <Tooltip text={text} side="right">
      <button
        type="button"
        aria-label={text}
        className={`grid size-9 place-items-center rounded-md ${isWarning ? 'text-warning' : 'text-glass-secondary'}`}
      >
        <Icon of={icon} size={16} />
      </button>
    </Tooltip>
  );
}
