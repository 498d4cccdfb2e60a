// Replies about the features of a task.
import type { FeatureChanged, FeatureListView, FeatureNext, FeatureView } from '../../../contract/feature.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const row = (look: Look, { id, status, title, depends_on, task, pull_request, why }: FeatureView): string[] => [
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

function list({ task, total, completed, skipped, features }: FeatureListView, look: Look): string {
  const head = `${task}: ${completed} of ${total} done${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  return `${head}\n${columns(
    look,
    features.map((each) => row(look, each)),
  )}`;
}

function next({ task, feature, status, progress, message }: FeatureNext, look: Look): string {
  if (feature === null)
    return status === 'all_complete'
      ? `All features of ${task} are done or skipped (${progress}): drover step release ${task}`
      : `Nothing is ready (${progress}): ${message}`;
  return `${paint(look, 'bold', `${feature.id} ${feature.title}`)} (${progress})\n${feature.task_text}`;
}

const changed = ({ marked, completed, remaining }: FeatureChanged): string =>
  `${marked.id} "${marked.title}" is ${marked.status.replace('_', ' ')}. ${completed} over, ${remaining} left.`;

export const printers = {
  'feature.done': changed,
  'feature.list': list,
  'feature.next': next,
  'feature.plan': list,
  'feature.update': changed,
};
