export { openQuickAdd, openQuickAddOn, preloadQuickAdd, QuickAdd } from './QuickAdd';
