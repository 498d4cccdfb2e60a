// On what a verdict rests where its tests have no names, as every surface says it.
export { type Weaker, withWeaker } from '../../domain/evidence/verdict.ts';
