// Replies about steps by hand.
import type { StepReleased, StepRenewed, StepTaken } from '../../../contract/step.ts';
import { dateTime } from './amounts.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const taken = (step: StepTaken, look: Look): string =>
  columns(look, [
    [paint(look, 'dim', 'task'), step.task],
    [paint(look, 'dim', 'copy'), step.copy],
    ...(step.branch === null ? [] : [[paint(look, 'dim', 'branch'), step.branch]]),
    [paint(look, 'dim', 'until'), dateTime(step.expires_at)],
    [paint(look, 'dim', 'token'), step.token_file],
  ]);

const renewed = ({ task, expires_at }: StepRenewed): string => `${task} is yours until ${dateTime(expires_at)}.`;

const released = ({ task, already }: StepReleased): string =>
  already ? `${task} was already released.` : `${task} is released.`;

export const printers = { 'step.release': released, 'step.renew': renewed, 'step.take': taken };
