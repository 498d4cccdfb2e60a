// For surfaces, which know the contract alone.
export { defined } from '../domain/defined.ts';
