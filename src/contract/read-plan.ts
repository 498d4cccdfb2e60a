// What the command line must know of a plan to say which it took.
export { criteriaOf } from '../domain/plan/plan-from.ts';
