import type { SyncView } from '@twentyfour/core';
import { CircleAlert, Clock, CloudAlert, CloudOff, HardDriveDownload, type LucideIcon, RefreshCw } from 'lucide-react';
import { counted } from '../../ui/words';

/** Something to say about what is kept and sent. */
export interface Standing {
  kind: 'refused' | 'notice' | 'memory' | 'offline' | 'server' | 'sending';
  icon: LucideIcon;
  title: string;
  /** What is so and what happens next, in a sentence or two. */
  text: string;
  /** Whether the person has to do something, or may lose something. */
  isWarning: boolean;
}

/** Everything there is to say, what matters most first; nothing when all has been sent and is kept. */
export function standingsOf({ notice, refused, send_failure, is_memory_only, unsent }: SyncView): Standing[] {
  const standings: Standing[] = [];
  if (refused.length > 0) {
    standings.push({
      kind: 'refused',
      icon: CircleAlert,
      title: refused.length === 1 ? 'A change was refused' : `${counted(refused.length, 'change')} were refused`,
      text: 'Look at what it was, and copy what you wrote.',
      isWarning: true,
    });
  }
  if (notice) {
    const isClock = notice.code === 'clock_ahead';
    standings.push({
      kind: 'notice',
      icon: isClock ? Clock : CloudAlert,
      title: isClock ? 'The clock is off' : 'Something is in the way',
      text: notice.message,
      isWarning: true,
    });
  }
  if (is_memory_only) {
    const loss = unsent === 0 ? 'Everything has been sent.' : `${counted(unsent, 'change')} would be lost with this tab.`;
    standings.push({
      kind: 'memory',
      icon: HardDriveDownload,
      title: 'This browser keeps nothing',
      text: `Its storage is full or switched off, so what has not been sent lives only in this tab. ${loss}`,
      isWarning: unsent > 0,
    });
  }
  if (send_failure === 'offline') {
    const waiting = unsent === 0 ? '' : ` ${counted(unsent, 'change')} will be sent when it is back.`;
    const kept = is_memory_only ? 'Everything works.' : 'Everything works and is kept here.';
    standings.push({ kind: 'offline', icon: CloudOff, title: 'No connection', text: `${kept}${waiting}`, isWarning: false });
  } else if (send_failure === 'server') {
    standings.push({
      kind: 'server',
      icon: CloudAlert,
      title: 'The server has a problem',
      text: is_memory_only ? 'Keep this tab open. Your changes are sent again.' : 'Your changes are kept and sent again.',
      isWarning: false,
    });
  } else if (unsent > 0 && !notice) {
    standings.push({
      kind: 'sending',
      icon: RefreshCw,
      title: `Sending ${counted(unsent, 'change')}`,
      text: is_memory_only ? 'Keep this tab open until they have arrived.' : 'They are kept here until they have arrived.',
      isWarning: false,
    });
  }
  return standings;
}
