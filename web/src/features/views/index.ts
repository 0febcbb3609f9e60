export { SaveViewButton } from './SaveViewButton';
export { ViewLinks } from './ViewLinks';
export { useViews, viewPath } from './views';
