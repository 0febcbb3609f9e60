export { SaveViewButton } from './SaveViewButton';
export { ViewLinks } from './ViewLinks';
export { ViewsDialog } from './ViewsDialog';
export { useViews, viewPath } from './views';
