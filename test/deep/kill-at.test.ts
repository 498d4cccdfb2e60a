// A third of the points at which the daemon may be killed while a lease is taken by hand, another third with each seed, and two each time; all of them are in test/nightly.
import { killPoints, lastPoint } from '../e2e/kill-points.ts';
import { drawBeginning } from './rotation.ts';

const thirds = 3;
const first = drawBeginning('kills of a lease taken by hand', thirds) + 1;
const drawn = Array.from({ length: lastPoint / thirds }, (_, at) => first + thirds * at);

killPoints([...new Set([5, 12, ...drawn, lastPoint])].toSorted((one, other) => one - other));
