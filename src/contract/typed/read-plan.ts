// What the command line must know of plans: to say which it took, and where they wait.

export { markName, pathIn, plansFolder } from '../../domain/plan/plan-file.ts';
export { criteriaOf } from '../../domain/plan/plan-from.ts';
