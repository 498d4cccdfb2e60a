// What is configured may run programs: by chat, where anybody may hold the phone, the person's PIN is wanted for it as for what publishes.
import { checkPin } from './check-pin.ts';
import { orFail } from './or-fail.ts';
import type { CommandPorts, Peer } from './ports.ts';

/** Throws `PIN_REQUIRED`, `PIN_WRONG`, `PIN_LOCKED`. */
export async function stepUpByChat(ports: CommandPorts, { channel }: Peer, pin: string | undefined): Promise<void> {
  if (channel === 'telegram' && orFail(await ports.config.read()).stepUp === 'pin') await checkPin(ports, pin);
}
