import type { Quota, Usage } from '@twentyfour/core';
import { useId } from 'react';
import { formatNumber } from '../../../messages/format';
import * as messages from '../../../messages/settings_profile';
import { TitledSection } from '../../../ui/TitledSection';

const BYTES_PER_MB = 1 << 20;

/** Returns a number of bytes in MB, rounded up, so that a little is not shown as nothing. */
const megabytes = (bytes: number): string => formatNumber(Math.ceil(bytes / BYTES_PER_MB));

/** What the account has stored, and its limits. */
export function UsageSection({ usage }: { usage: Usage }) {
  return (
    <TitledSection title={messages.usageTitle()}>
      <ul className="grid gap-x-8 gap-y-4 pt-2 sm:grid-cols-2">
        <Meter label={messages.usageBoards()} quota={usage.boards} format={formatNumber} text={messages.usageCount} />
        <Meter label={messages.usageCards()} quota={usage.cards} format={formatNumber} text={messages.usageCount} />
        <Meter label={messages.usageNotes()} quota={usage.notes} format={formatNumber} text={messages.usageCount} />
        <Meter label={messages.usagePictures()} quota={usage.pictures} format={formatNumber} text={messages.usageCount} />
        <Meter label={messages.usageNoteBytes()} quota={usage.note_bytes} format={megabytes} text={messages.usageMegabytes} />
        <Meter label={messages.usageChangeBytes()} quota={usage.change_bytes} format={megabytes} text={messages.usageMegabytes} />
        <Meter label={messages.usageAttachmentBytes()} quota={usage.attachment_bytes} format={megabytes} text={messages.usageMegabytes} />
      </ul>
    </TitledSection>
  );
}

interface MeterProps {
  label: string;
  quota: Quota;
  format: (value: number) => string;
  text: (parts: { used: string; limit: string }) => string;
}

/** One limit, as text and as a bar. */
function Meter({ label, quota: { used, limit }, format, text }: MeterProps) {
  const id = useId();
  const shown = text({ used: format(used), limit: format(limit) });
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="digits text-secondary">{shown}</span>
      </div>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={shown}
        className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset"
      >
        <div className="h-full rounded-full bg-accent-control" style={{ width: `${Math.min(100, (100 * used) / limit)}%` }} />
      </div>
    </li>
  );
}
