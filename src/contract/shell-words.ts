// A line of a person's as a shell takes it apart, for surfaces.
export { endOfWord, shellPieces, shellWords } from '../domain/text/shell-words.ts';
