import type { SyncView } from '@twentyfour/core';
import { CircleAlert, Clock, CloudAlert, CloudOff, HardDriveDownload, type LucideIcon, RefreshCw } from 'lucide-react';
import * as common from '../../messages/common';
import * as messages from '../../messages/sync';

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
      title: messages.rejectedTitle({ count: refused.length }),
      text: messages.rejectedHint(),
      isWarning: true,
    });
  }
  if (notice) {
    const isClock = notice.code === 'clock_ahead';
    issues.push({
      kind: 'notice',
      icon: isClock ? Clock : CloudAlert,
      title: isClock ? messages.clockWrongTitle() : messages.sendingBlockedTitle(),
      text: notice.message,
      isWarning: true,
    });
  }
  if (is_memory_only) {
    issues.push({
      kind: 'memory',
      icon: HardDriveDownload,
      title: messages.notStoredTitle(),
      text: messages.notStoredHint({ unsent }),
      isWarning: unsent > 0,
    });
  }
  if (send_failure === 'offline') {
    const text = is_memory_only ? messages.offlineNotStoredHint({ unsent }) : messages.offlineHint({ unsent });
    issues.push({ kind: 'offline', icon: CloudOff, title: common.youAreOffline(), text, isWarning: false });
  } else if (send_failure === 'server') {
    issues.push({
      kind: 'server',
      icon: CloudAlert,
      title: messages.serverErrorTitle(),
      text: is_memory_only ? messages.serverErrorNotStoredHint() : messages.serverErrorHint(),
      isWarning: false,
    });
  } else if (unsent > 0 && !notice) {
    issues.push({
      kind: 'sending',
      icon: RefreshCw,
      title: messages.sendingTitle({ count: unsent }),
      text: is_memory_only ? messages.sendingNotStoredHint() : messages.sendingHint(),
      isWarning: false,
    });
  }
  return issues;
}
