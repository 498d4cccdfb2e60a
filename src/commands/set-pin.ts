// A PIN for answers that publish, set anew or taken away: whoever changes one must know it.
import { failed } from '../domain/error.ts';
import { checkPin, readPin, removePin, writePin } from './check-pin.ts';
import type { Command } from './ports.ts';

export const setPin: Command<'config.pin'> = async (ports, { pin, old }) => {
  if ((await readPin(ports)) !== null) await checkPin(ports, old);
  else if (old !== undefined) throw failed('USAGE', 'There is no PIN to change.');
  if (pin === null) await removePin(ports);
  else await writePin(ports, pin);
  return { set: pin !== null };
};
