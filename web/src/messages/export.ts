// Made from messages/en/export.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('export');
export const dialogTitle = message(({ name }: { name: string }) => `Export ${name}`);
export const formatJson = message('JSON');
export const formatJsonDetails = message('All lists and cards with their comments, without attachments. Can be imported here and on other servers.');
export const formatCsv = message('CSV');
export const formatCsvDetails = message('A table with a row for each card, for spreadsheets.');
export const formatMarkdown = message('Markdown');
export const formatMarkdownDetails = message('A text to read, with lists and check boxes.');
export const downloaded = message(({ file }: { file: string }) => `Downloaded ${file}`);
export const notOnDevice = message('This board isn’t stored on this device. Connect to the internet, open it once, and try again.');
