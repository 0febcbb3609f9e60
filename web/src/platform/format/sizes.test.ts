import { expect, it } from 'vitest';
import { formatFileSize } from './sizes';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_024, '1 KB'],
  [1_048_063, '1,023 KB'],
  [1_048_064, '1 MB'],
  [1_600_000, '1.5 MB'],
  [25 * 1_048_576, '25 MB'],
])('formats %d bytes as %s', (bytes, shown) => expect(formatFileSize(bytes)).toBe(shown));
