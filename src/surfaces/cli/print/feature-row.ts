// One feature in a table.
import type { FeatureView } from '../../../contract/feature.ts';
import { type Look, paint } from './look.ts';

export const featureRow = (
  look: Look,
  { id, status, title, depends_on, task, pull_request, why }: FeatureView,
): string[] => [
  id,
  paint(look, status === 'done' ? 'green' : status === 'failed' ? 'red' : 'dim', status.replace('_', ' ')),
  title,
  [
    ...(depends_on.length === 0 ? [] : [`after ${depends_on.join(', ')}`]),
    ...(task === null ? [] : [task]),
    ...(pull_request === null ? [] : [pull_request]),
    ...(why === '' ? [] : [why]),
  ].join(' · '),
];
