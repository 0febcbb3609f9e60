import { PlaceholderPage } from './PlaceholderPage';

export function NotesPage() {
  return <PlaceholderPage title="Notes">Soon you can write here: a list of notes on the left, the note on the right, saved as you type.</PlaceholderPage>;
}
