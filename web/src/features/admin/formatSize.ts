import * as messages from '../../messages/admin';
import { formatNumber } from '../../messages/format';

const BYTES_PER_MB = 1_000_000;
const MB_PER_GB = 1_000;

const rounded = (value: number) => formatNumber(Math.ceil(value * 10) / 10);

/** Formats a number of bytes in MB or GB with one decimal, rounded up so that a little is not shown as nothing. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / BYTES_PER_MB;
  return megabytes < MB_PER_GB
    ? messages.megabytes({ size: rounded(megabytes) })
    : messages.gigabytes({ size: rounded(megabytes / MB_PER_GB) });
}
