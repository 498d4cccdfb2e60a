// pi as a process that stays: `pi --mode rpc`.
import type { NativeProfile } from '../drivers/native/profile.ts';
import { piEdits } from './edits/extension.ts';
import { piHeadless as plain } from './headless.ts';
import { type PiNative, piProtocol } from './native-protocol.ts';
import { choicesOf, conversationOf, piCommon, toolsOf } from './program.ts';

export const piNative: NativeProfile<PiNative> = {
  ...piCommon,
  capabilities: { ...plain.capabilities, steer: true },
  tellsEdits: piEdits,
  args: (spec) => ['--mode', 'rpc', ...choicesOf(spec), ...toolsOf(spec), ...conversationOf(spec), ...spec.args],
  protocol: piProtocol,
};
