// Every point at which the daemon may be killed while a lease is taken by hand.
import { killPoints, lastPoint } from '../e2e/kill-points.ts';

killPoints(Array.from({ length: lastPoint }, (_, at) => at + 1));
