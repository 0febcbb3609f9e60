// Made from messages/en/boards.json by `npm run messages`. Change the texts there.

export const pageTitle = () => 'My Boards';
export const trash = () => 'Trash';
export const addBoard = () => 'Add Board';
export const loading = () => 'Loading your boards';
export const loadFailedTitle = () => 'Couldn’t load your boards';
export const loadFailedHint = () => 'Check your connection and try again.';
export const emptyTitle = () => 'No Boards Found';
export const emptyHintAdd = () => 'Click Add Board to create a new board.';
export const emptyHintPurpose = () => 'Boards are used to track projects and tasks.';
export const addDialogTitle = () => 'Add New Board';
export const nameLabel = () => 'Board Name';
export const seePlans = () => 'See plans';
export const favoriteMark = () => 'Favorite';
export const menuLabel = ({ name }: { name: string }) => `Options for ${name}`;
export const menuEdit = () => 'Edit';
export const menuFavorite = () => 'Favorite';
export const menuUnfavorite = () => 'Unfavorite';
export const menuDelete = () => 'Delete';
export const editDialogTitle = () => 'Edit Board';
export const templatesTitle = () => 'Or start from a template';
export const templateWeekPlanName = () => 'Week plan';
export const templateWeekPlanDescription = () => 'One list per day';
export const templateProjectName = () => 'Project';
export const templateProjectDescription = () => 'From ideas to done';
export const templatePersonalKanbanName = () => 'Personal kanban';
export const templatePersonalKanbanDescription = () => 'To do, doing, done';
