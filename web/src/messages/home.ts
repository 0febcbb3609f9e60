// Made from messages/en/home.json by `npm run messages`. Change the texts there.

export const title = () => 'Home';
export const pages = () => 'Pages';
export const notes = () => 'Notes';
export const tasks = () => 'Tasks';
export const switchToClock = () => 'Switch to clock';
export const switchToTimer = () => 'Switch to timer';
