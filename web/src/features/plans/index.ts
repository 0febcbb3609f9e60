export { PlanLimit, PlanLimitLine } from './PlanLimit';
export { PLANS, PLANS_PATH, RECOMMENDED } from './plans';
