// A person's PIN: kept as a hash, every try on record before it is looked at, so that tries at the same moment count as well.
import { failed } from '../../domain/error.ts';
import { instant } from '../../domain/ids.ts';
import { lockMs, mostTries } from '../../domain/question/step-up.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { record } from './authorize.ts';

const file = 'pin';
const mostFacts = 100_000;

async function readPin({ files }: Pick<CommandPorts, 'files'>): Promise<string | null> {
  const bytes = await files.read(file);
  return bytes === null ? null : Buffer.from(bytes).toString('utf8').trim();
}

const writePin = async ({ files, pins }: Pick<CommandPorts, 'files' | 'pins'>, pin: string): Promise<void> =>
  void (await files.write(file, `${await pins.hash(pin)}\n`));

const removePin = ({ files }: Pick<CommandPorts, 'files'>): Promise<void> => files.remove(file);

/** Throws `PIN_REQUIRED`, `PIN_WRONG`, `PIN_LOCKED`. */
export async function checkPin(ports: CommandPorts, pin: string | undefined): Promise<void> {
  const hash = await readPin(ports);
  if (hash === null)
    throw failed('PIN_REQUIRED', 'A PIN is asked for here, and none is set: drover config pin.', { set: false });
  if (pin === undefined) throw failed('PIN_REQUIRED', '');
  const left = await countTry(ports);
  if (!(await ports.pins.matches(pin, hash))) throw failed('PIN_WRONG', '', { left });
  await say(ports, 'pin_right');
}

const say = ({ store, clock }: CommandPorts, kind: 'pin_right'): Promise<void> =>
  store.transact((tx) => tx.say(record, record, clock.now(), [{ kind }]));

/** How many are left after this one. What was tried in a time that is far from coming was tried by a clock that was wrong. */
const countTry = ({ store, clock }: CommandPorts): Promise<number> =>
  store.transact(async (tx) => {
    const now = clock.now();
    const facts = await tx.facts({ thing: record, since: instant(now - lockMs), limit: mostFacts, last: true });
    const right = facts.findLastIndex(({ kind }) => kind === 'pin_right');
    const tries = facts.slice(right + 1).filter(({ kind, at }) => kind === 'pin_tried' && at <= now + lockMs);
    const [first] = tries.slice(-mostTries);
    if (tries.length >= mostTries) throw failed('PIN_LOCKED', '', { until: (first?.at ?? now) + lockMs });
    await tx.say(record, record, now, [{ kind: 'pin_tried' }]);
    return mostTries - tries.length - 1;
  });

// A PIN for answers that publish, set anew or taken away: whoever changes one must know it.

export const setPin: Command<'config.pin'> = async (ports, { pin, old }, { channel }) => {
  if ((await readPin(ports)) !== null) await checkPin(ports, old);
  else if (channel !== 'terminal') throw failed('UNAUTHORIZED', 'The first PIN is set in a terminal.');
  else if (old !== undefined) throw failed('USAGE', 'There is no PIN to change.');
  if (pin === null) await removePin(ports);
  else await writePin(ports, pin);
  return { set: pin !== null };
};
