// All migrations in order; a released one is never edited.
import { first } from './0001-first.ts';
import { second } from './0002-sessions.ts';
import { third } from './0003-packed.ts';
import { fourth } from './0004-channels.ts';
import { fifth } from './0005-features.ts';
import { sixth } from './0006-limit-of-host.ts';
import { seventh } from './0007-epochs.ts';
import { eighth } from './0008-unpacked.ts';
import { ninth } from './0009-known.ts';
import { tenth } from './0010-lists.ts';
import { eleventh } from './0011-parts-of-lists.ts';
import { twelfth } from './0012-over.ts';
import type { Migration } from './migration.ts';

export const released: readonly Migration[] = [
  first,
  second,
  third,
  fourth,
  fifth,
  sixth,
  seventh,
  eighth,
  ninth,
  tenth,
  eleventh,
  twelfth,
];
