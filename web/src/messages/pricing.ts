// Made from messages/en/pricing.json by `npm run messages`. Change the texts there.

export const basicName = () => 'Basic';
export const basicPrice = () => '$0';
export const basicProjects = () => 'Up to 5 projects';
export const basicTimeTracking = () => 'Basic time tracking';
export const basicBoards = () => 'Simple Kanban boards';
export const proName = () => 'Pro';
export const proPrice = () => '$3';
export const proProjects = () => 'Unlimited projects';
export const proAnalytics = () => 'Advanced time analytics';
export const proBackgrounds = () => 'Customizable backgrounds';
export const proUploads = () => 'Upload your own images';
