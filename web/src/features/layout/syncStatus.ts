import type { SyncView } from '@twentyfour/core';
import { CircleAlert, Clock, CloudAlert, CloudOff, HardDriveDownload, type LucideIcon, RefreshCw } from 'lucide-react';
import { pluralize } from '../../platform/format/plural';

/** A problem or state of storing and sending changes. */
interface SyncIssue {
  kind: 'rejected' | 'notice' | 'memory' | 'offline' | 'server' | 'sending';
  icon: LucideIcon;
  title: string;
  /** What has happened and what comes next, in a sentence or two. */
  text: string;
  /** Whether the user has to act or may lose data. */
  isWarning: boolean;
}

/** Returns all issues, the most important first; empty if everything is stored and sent. */
export function listSyncIssues({ notice, refused, send_failure, is_memory_only, unsent }: SyncView): SyncIssue[] {
  const issues: SyncIssue[] = [];
  if (refused.length > 0) {
    issues.push({
      kind: 'rejected',
      icon: CircleAlert,
      title: refused.length === 1 ? 'A change couldn’t be saved' : `${pluralize(refused.length, 'change')} couldn’t be saved`,
      text: 'Review and copy your text.',
      isWarning: true,
    });
  }
  if (notice) {
    const isClock = notice.code === 'clock_ahead';
    issues.push({
      kind: 'notice',
      icon: isClock ? Clock : CloudAlert,
      title: isClock ? 'Your device clock is wrong' : 'Changes can’t be sent',
      text: notice.message,
      isWarning: true,
    });
  }
  if (is_memory_only) {
    const loss = unsent === 0 ? 'Everything is synced.' : `If you close this tab, you’ll lose ${pluralize(unsent, 'change')}.`;
    issues.push({
      kind: 'memory',
      icon: HardDriveDownload,
      title: 'Changes aren’t being saved on this device',
      text: `Browser storage is full or turned off. ${loss}`,
      isWarning: unsent > 0,
    });
  }
  if (send_failure === 'offline') {
    const waiting = unsent === 0 ? '' : ` ${pluralize(unsent, 'change')} will sync when you’re back online.`;
    const reassurance = is_memory_only ? 'You can keep working.' : 'You can keep working. Changes are saved on this device.';
    issues.push({ kind: 'offline', icon: CloudOff, title: 'You’re offline', text: `${reassurance}${waiting}`, isWarning: false });
  } else if (send_failure === 'server') {
    issues.push({
      kind: 'server',
      icon: CloudAlert,
      title: 'Server error',
      text: is_memory_only ? 'Keep this tab open. Your changes will be sent again.' : 'Your changes are saved and will be sent again.',
      isWarning: false,
    });
  } else if (unsent > 0 && !notice) {
    issues.push({
      kind: 'sending',
      icon: RefreshCw,
      title: `Sending ${pluralize(unsent, 'change')}`,
      text: is_memory_only ? 'Keep this tab open until everything is sent.' : 'Changes stay on this device until they’re sent.',
      isWarning: false,
    });
  }
  return issues;
}
