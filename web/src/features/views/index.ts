export { SaveViewButton } from './SaveViewButton';
export { ViewLinks } from './ViewLinks';
export { currentViews, viewPath } from './views';
