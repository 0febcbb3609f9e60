/** Formats sizes of files. */
import * as messages from '../../messages/files';
import { formatNumber } from '../../messages/format';

const BYTES_PER_KB = 1_024;
const BYTES_PER_MB = BYTES_PER_KB ** 2;

/** Formats a size in bytes, KB or MB; small numbers of MB have one decimal. */
export function formatFileSize(bytes: number): string {
  if (bytes < BYTES_PER_KB) return messages.bytes({ count: bytes });
  // A size that would be rounded to 1,024 KB is 1 MB.
  if (bytes < BYTES_PER_MB - BYTES_PER_KB / 2) return messages.kilobytes({ size: formatNumber(Math.round(bytes / BYTES_PER_KB)) });
  return messages.megabytes({ size: formatNumber(Math.round((bytes / BYTES_PER_MB) * 10) / 10) });
}
