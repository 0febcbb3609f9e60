export { StatsPage as default } from '../features/stats/StatsPage';
