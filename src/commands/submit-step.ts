// The step `submit` of a task driven by hand: commit, push and pull request of what is proven, once a person says so.
import { beginStep } from './begin-step.ts';
import { nameOf } from './name-of.ts';
import type { Command } from './ports.ts';

export const submitStep: Command<'step.submit'> = (ports, input, peer) => {
  const { title = null, body = null } = input;
  return beginStep(ports, input, { step: 'submit', title, body, override: input.override ? nameOf(peer) : null }, peer);
};
