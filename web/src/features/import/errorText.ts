import type { ImportError, ImportErrorCode } from '../../core/formats-types';
import * as messages from '../../messages/import';

/** The sentence of each code. */
export const ERROR_TEXTS: Readonly<Record<ImportErrorCode, () => string>> = {
  file_unreadable: messages.importErrorFileUnreadable,
  too_large: messages.importErrorTooLarge,
  too_many_cards: messages.importErrorTooManyCards,
  empty: messages.importErrorEmpty,
  invalid_json: messages.importErrorInvalidJson,
  invalid_value: messages.importErrorInvalidValue,
  too_deep: messages.importErrorTooDeep,
  unknown_format: messages.importErrorUnknownFormat,
  part_of_export: messages.importErrorPartOfExport,
  wrong_export: messages.importErrorWrongExport,
  encrypted: messages.importErrorEncrypted,
  unsupported_version: messages.importErrorUnsupportedVersion,
  invalid_archive: messages.importErrorInvalidArchive,
  archive_too_large: messages.importErrorArchiveTooLarge,
  unclosed_quote: messages.importErrorUnclosedQuote,
  no_title_column: messages.importErrorNoTitleColumn,
};

/** Returns the sentence of an error. */
export function errorText({ code, line, field }: ImportError): string {
  const text = ERROR_TEXTS[code]();
  const error = field === undefined ? text : messages.importErrorField({ error: text, field });
  return line === null ? error : messages.importErrorLine({ error, line });
}
