export { BoardMenu } from './BoardMenu';
