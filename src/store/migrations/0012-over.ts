// Schema 12: what is counted and looked for at every node of a flow is found in an index, however many there are. Evidence from before has its tree in its body alone.
import type { Migration } from './migration.ts';

export const twelfth: Migration = {
  schema: 12,
  statements: () => [
    'create index criteria_living on criteria (parent) where ended = 0',
    'create index runs_living on runs (task) where ended = 0',
    'create index criteria_over on criteria (parent, updated_at, version, fence) where ended = 1',
    'create index runs_over on runs (task, updated_at, version, fence) where ended = 1',
    'alter table evidence add column tree text',
    'create index evidence_by_tree on evidence (task, tree, number)',
  ],
};
