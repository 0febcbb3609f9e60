/**
 * Generates the list of passwords that are rejected: the 10,000 most common ones with 8 characters or more, in lower
 * case, sorted by bytes, one per line. The source is the package @zxcvbn-ts/language-common (MIT; lists by Dan Wheeler
 * and Dropbox), which orders them by frequency. Run it from `web`: `node scripts/make-common-passwords.mjs`.
 */
import { writeFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

const COUNT = 10_000;
const MIN_LENGTH = 8;

const passwords = dictionary['passwords-common'].map((password) => password.toLowerCase());
const chosen = [...new Set(passwords)].filter((password) => [...password].length >= MIN_LENGTH).slice(0, COUNT);
if (chosen.length < COUNT) {
  throw new Error(`The package has only ${chosen.length} passwords that are long enough.`);
}
chosen.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
writeFileSync('../server/domain/src/passwords/common.txt', `${chosen.join('\n')}\n`);
