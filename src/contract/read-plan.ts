// What the command line must know of a plan to say which it took.
export { criteriaOf } from '../domain/report/criteria-of.ts';
