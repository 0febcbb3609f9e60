export { PlanLimit, PlanLimitLine } from './PlanLimit';
export { PLANS_PATH } from './path';
export { plans, RECOMMENDED } from './pricing';
