// Made from messages/en/pricing.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('pricing');
export const basicName = message('Basic');
export const basicPrice = message('$0');
export const basicProjects = message('Up to 5 projects');
export const basicTimeTracking = message('Basic time tracking');
export const basicBoards = message('Simple Kanban boards');
export const proName = message('Pro');
export const proPrice = message('$3');
export const proProjects = message('Unlimited projects');
export const proAnalytics = message('Advanced time analytics');
export const proBackgrounds = message('Customizable backgrounds');
export const proUploads = message('Upload your own images');
