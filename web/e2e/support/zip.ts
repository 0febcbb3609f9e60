/** Reads ZIP files by PKWARE's APPNOTE 6.3.10, as far as an export needs it: stored or deflated entries. */
import { crc32, inflateRawSync } from 'node:zlib';

/** The signature at the end of the file (section 4.3.16), before a comment. */
const END = 0x06054b50;
const END_LENGTH = 22;
/** The signatures of an entry of the central directory (section 4.3.12), and of a local header (section 4.3.7). */
const CENTRAL = 0x02014b50;
const CENTRAL_LENGTH = 46;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;

/** Returns the files of an archive by name. Throws if the archive is invalid or a checksum does not match. */
export function filesIn(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END || archive.length < end + END_LENGTH) throw new Error('This is not a ZIP file.');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('The central directory of this ZIP file is corrupt.');
    const [name_length, extra_length, comment_length] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + name_length);
    files.set(name, contentOf(archive, at, name));
    at += CENTRAL_LENGTH + name_length + extra_length + comment_length;
  }
  return files;
}

/** Returns the content of an entry at an offset in the central directory. */
function contentOf(archive: Buffer, entry: number, name: string): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const checksum = archive.readUInt32LE(entry + 16);
  const packed_length = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  if (archive.readUInt32LE(local) !== LOCAL) throw new Error(`${name} has no local header at the offset given by the central directory.`);
  const start = local + LOCAL_LENGTH + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packed_length);
  if (method !== 0 && method !== 8) throw new Error(`${name} is packed in a way that few programs read: ${method}`);
  const content = method === 0 ? packed : inflateRawSync(packed);
  if (crc32(content) !== checksum) throw new Error(`${name} does not match its checksum.`);
  return content;
}
