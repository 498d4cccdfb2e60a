// Words that a person typed, for surfaces: the known one that was meant, and a line as a shell takes it apart.
export { nearest } from '../../domain/text/nearest.ts';
export { endOfWord, shellPieces, shellWords } from '../../domain/text/shell-words.ts';
