import { PlaceholderPage } from './PlaceholderPage';

export function TasksPage() {
  return <PlaceholderPage title="TasksPage">Soon every card with a due date appears here, across all boards.</PlaceholderPage>;
}
