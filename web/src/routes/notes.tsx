export { NotesPage as default } from '../features/placeholders/NotesPage';
