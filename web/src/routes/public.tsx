export { PublicBoardPage as default } from '../features/board/PublicBoardPage';
