// Made from messages/en/home.json by `npm run messages`. Change the texts there.

export const pages = () => 'Pages';
export const switchToClock = () => 'Switch to clock';
export const switchToTimer = () => 'Switch to timer';
export const quickAdd = () => 'Quick add';
