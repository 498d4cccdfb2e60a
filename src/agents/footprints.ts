// What agents leave on a machine and in repositories, for who has no daemon to ask.
export { footprints } from './registry.ts';
