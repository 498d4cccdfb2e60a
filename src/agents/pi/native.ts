// pi as a process that stays: `pi --mode rpc`.
import type { NativeProfile } from '../drivers/native/profile.ts';
import { pi as plain } from './headless.ts';
import { type PiNative, piProtocol } from './native-protocol.ts';
import { choicesOf, common, conversationOf, toolsOf } from './program.ts';

export const piNative: NativeProfile<PiNative> = {
  ...common,
  capabilities: { ...plain.capabilities, steer: true },
  args: (spec) => ['--mode', 'rpc', ...choicesOf(spec), ...toolsOf(spec), ...conversationOf(spec), ...spec.args],
  protocol: piProtocol,
};
