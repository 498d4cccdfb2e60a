// Replies about environments.
import type * as environment from '../../../contract/environment.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const row = (look: Look, { name, type, tier, connect }: environment.EnvironmentView): string[] => [
  paint(look, 'bold', name),
  type,
  tier ?? '',
  connect,
];

const list = ({ environments }: environment.EnvironmentList, look: Look): string =>
  environments.length === 0
    ? 'No environments. Add one: drover env add NAME PATH|user@host:/path'
    : columns(
        look,
        environments.map((one) => row(look, one)),
      );

const added = ({ name, connect }: environment.EnvironmentAdded): string => `Environment ${name} is ${connect}.`;
const changed = ({ name, key, value }: environment.EnvironmentChanged): string => `${name}: ${key} is ${value}.`;
const removed = ({ name }: environment.EnvironmentRemoved): string => `Environment ${name} is forgotten.`;

export const printers = { 'env.add': added, 'env.list': list, 'env.remove': removed, 'env.set': changed };
