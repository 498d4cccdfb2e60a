// Text of strangers as it may be kept and shown: no control sequences first, for they could stand in the middle of a secret; then no secrets.
import { redact } from './redact.ts';
import { stripControl } from './strip-control.ts';

export const tidy = (text: string): string => redact(stripControl(text));
