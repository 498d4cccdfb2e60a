// How a program ended, in words and as the exit code that a shell would show.
import type { Ending } from '../../domain/run/ending.ts';

export function sayEnding(ending: Ending): string {
  switch (ending.kind) {
    case 'exited':
      return `exit ${ending.code}`;
    case 'signalled':
      return `ended by ${ending.signal}`;
    case 'timed_out':
      return 'took too long';
    case 'over_budget':
      return 'wrote too much';
    case 'cancelled':
      return 'cancelled';
    case 'stalled':
      return 'was silent for too long';
    case 'not_started':
      return `not started: ${ending.reason}`;
    case 'lost':
      return 'cut off by a crash';
  }
}

/** POSIX numbers of the signals that programs end by. */
const signals: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

/** The program's own code, 128+n for a signal; what Drover ended is told as Drover has it; 125 where it is Drover that failed. */
export function exitOfEnding(ending: Ending): number {
  switch (ending.kind) {
    case 'exited':
      return ending.code;
    case 'signalled':
      return 128 + (signals[ending.signal] ?? 0);
    case 'timed_out':
    case 'stalled':
      return 124;
    case 'cancelled':
      return 130;
    case 'over_budget':
    case 'not_started':
    case 'lost':
      return 125;
  }
}
