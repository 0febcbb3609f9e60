export { openQuickAdd, preloadQuickAdd, QuickAdd } from './QuickAdd';
