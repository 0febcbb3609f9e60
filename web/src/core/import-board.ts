import type { Id, Rejection } from '@twentyfour/core';
import { dispatch } from './client';

/** Returns an id for a new board: a UUID of version 7 (RFC 9562, section 5.7), as the core makes them. */
export function newBoardId(): Id {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  const now = Date.now();
  view.setUint32(0, Math.floor(now / 0x10000));
  view.setUint16(4, now % 0x10000);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Adds a board that was read from a file, given as JSON text of its records. Returns the core's rejection, or null. */
export const importBoard = (records: string): Rejection | null => dispatch({ type: 'import_board', records });
