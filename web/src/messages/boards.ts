// Made from messages/en/boards.json by `npm run messages`. Change the texts there.

export const pageTitle = () => 'My Boards';
export const addBoard = () => 'Add Board';
export const loading = () => 'Loading your boards';
export const loadFailedTitle = () => 'Couldn’t load your boards';
export const emptyTitle = () => 'No Boards Found';
export const emptyHintAdd = () => 'Click Add Board to create a new board.';
export const emptyHintPurpose = () => 'Boards are used to track projects and tasks.';
export const addDialogTitle = () => 'Add New Board';
export const favoriteMark = () => 'Favorite';
export const menuFavorite = () => 'Favorite';
export const menuUnfavorite = () => 'Unfavorite';
export const templatesTitle = () => 'Or start from a template';
export const templateWeekPlanName = () => 'Week plan';
export const templateWeekPlanDescription = () => 'One list per day';
export const templateProjectName = () => 'Project';
export const templateProjectDescription = () => 'From ideas to done';
export const templatePersonalKanbanName = () => 'Personal kanban';
export const templatePersonalKanbanDescription = () => 'To do, doing, done';
