import type { AdminJob } from '@twentyfour/core';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/admin';
import { formatNumber } from '../../messages/format';
import { formatTimestamp } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { TitledSection } from '../../ui/TitledSection';
import { AdminRow, AdminState } from './AdminList';
import { formatSize } from './formatSize';
import { useAdminContent } from './useAdminContent';

/** The names of the jobs. A newer server may have others. */
const JOB_NAMES: Readonly<Record<string, () => string>> = {
  backup: messages.jobBackup,
  delete_expired: messages.jobDeleteExpired,
  purge_accounts: messages.jobPurgeAccounts,
  purge_trash: messages.jobPurgeTrash,
  trim_ops: messages.jobTrimOps,
};

/** The storage and the health of the server. */
export function StorageSection() {
  const { status, content, reload } = useAdminContent('storage');
  if (!content) return <AdminState status={status} onReload={reload} />;
  return (
    <div className="flex flex-col gap-8">
      <Figures
        title={messages.health()}
        figures={[
          [messages.healthDatabase(), <Health key="database" isOk={content.is_database_ok} />],
          [messages.healthQueue(), <Health key="queue" isOk={content.is_queue_ok} />],
          [messages.healthDisk(), <Health key="disk" isOk={content.is_disk_ok} />],
          [messages.queuedWrites(), formatNumber(content.queued_writes)],
          [messages.liveConnections(), formatNumber(content.live_connections)],
          [messages.version(), content.version],
        ]}
      />
      <Figures
        title={messages.space()}
        figures={[
          [messages.spaceDatabase(), formatSize(content.database_bytes)],
          [messages.spaceFree(), formatSize(content.free_bytes)],
          [messages.spaceChanges(), formatSize(content.change_bytes)],
          [messages.spaceNotes(), formatSize(content.note_bytes)],
          [messages.spacePictures(), formatSize(content.picture_bytes)],
        ]}
      />
      <Figures
        title={messages.records()}
        figures={[
          [messages.recordPeople(), formatNumber(content.people)],
          [messages.recordBoards(), formatNumber(content.boards)],
          [messages.recordCards(), formatNumber(content.cards)],
          [messages.recordNotes(), formatNumber(content.notes)],
          [messages.recordFocusSessions(), formatNumber(content.focus_sessions)],
          [messages.recordPictures(), formatNumber(content.pictures)],
        ]}
      />
      <TitledSection title={messages.jobs()}>
        <ul>
          {content.jobs.map((job) => (
            <JobRow key={job.name} job={job} />
          ))}
        </ul>
      </TitledSection>
    </div>
  );
}

/** A group of labeled values. */
function Figures({ title, figures }: { title: string; figures: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <TitledSection title={title}>
      <dl>
        {figures.map(([label, value]) => (
          <div key={label} className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-2">
            <dt>{label}</dt>
            <dd className="digits text-right text-secondary">{value}</dd>
          </div>
        ))}
      </dl>
    </TitledSection>
  );
}

function Health({ isOk }: { isOk: boolean }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5', !isOk && 'text-danger')}>
      <Icon icon={isOk ? CircleCheck : CircleAlert} size={16} className={cx('shrink-0', isOk && 'text-accent-text')} />
      {isOk ? messages.healthOk() : messages.healthFailing()}
    </span>
  );
}

function JobRow({ job: { name, finished_at, next_run_at, last_error } }: { job: AdminJob }) {
  const format = useTimeFormat();
  const details = [
    finished_at === null ? messages.jobNever() : messages.jobFinished({ time: formatTimestamp(finished_at, format, 'sentence') }),
    messages.jobNext({ time: formatTimestamp(next_run_at, format, 'sentence') }),
  ];
  return (
    <AdminRow
      title={JOB_NAMES[name]?.() ?? name}
      details={
        <>
          {details.join(' · ')}
          {last_error !== '' && <p className="text-danger">{messages.jobFailed({ error: last_error })}</p>}
        </>
      }
    />
  );
}
