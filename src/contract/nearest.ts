// The known word that a mistyped one meant, for those who speak to people.
export { nearest } from '../domain/text/nearest.ts';
