// The keys that leave a terminal, as on the command line: Ctrl-\ and then d. Anything else behind Ctrl-\ is the program's, with it.

const prefix = '\u001c';

/** null: it is left. */
export type Heard = string | null;

/** Answers what is to be typed. */
export function createLeaving(): (keys: string) => Heard {
  let held = false;
  return (keys) => {
    if (!held && keys === prefix) {
      held = true;
      return '';
    }
    const before = held ? prefix : '';
    held = false;
    return before !== '' && keys === 'd' ? null : before + keys;
  };
}
