import type { SyncView } from '@twentyfour/core';
import { CloudAlert, CloudOff, type LucideIcon, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { Tooltip } from '../../ui/Tooltip';
import { counted } from '../../ui/words';

interface Standing {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** What there is to say about sending; null when all is well. */
function standingOf({ notice, refused, is_offline, unsent }: SyncView): Standing | null {
  if (notice) return { icon: CloudAlert, title: notice.code === 'clock_ahead' ? 'The clock is off' : 'Something is in the way', text: notice.message };
  const [first] = refused;
  if (first) return { icon: CloudAlert, title: 'A change was refused', text: first.message };
  if (is_offline) {
    const waiting = unsent === 0 ? '' : ` ${counted(unsent, 'change')} will be sent when it is back.`;
    return { icon: CloudOff, title: 'No connection', text: `Everything works and is kept here.${waiting}` };
  }
  if (unsent > 0) {
    return { icon: RefreshCw, title: `Sending ${counted(unsent, 'change')}`, text: 'They are kept here until they have arrived.' };
  }
  return null;
}

/** A quiet mark that shows only while something has not reached the server. It blocks nothing; pressing it tells more. */
export function SyncMark() {
  const sync = useMirror((mirror) => mirror.sync);
  const [isOpen, setIsOpen] = useState(false);
  const standing = standingOf(sync);
  if (!standing) return null;
  const words = `${standing.title}. ${standing.text}`;
  return (
    <>
      <Tooltip text={words} side="right">
        <button
          type="button"
          aria-label={words}
          onClick={() => setIsOpen(true)}
          className={classes(
            'grid size-9 place-items-center rounded-md coarse:size-11',
            sync.notice || sync.refused.length > 0 ? 'text-warning' : 'text-glass-secondary',
          )}
        >
          <Icon of={standing.icon} size={16} />
        </button>
      </Tooltip>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={standing.title}>
        <p>{standing.text}</p>
        {sync.refused.length > 0 && (
          <div className="mt-6 flex justify-end">
            <Button look="primary" onClick={() => {
                setIsOpen(false);
                dispatch({ type: 'dismiss_refused', refused_id: null });
              }}>
              Understood
            </Button>
          </div>
        )}
      </Dialog>
    </>
  );
}
