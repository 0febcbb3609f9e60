export { BoardsPage as default } from '../features/boards/BoardsPage';
