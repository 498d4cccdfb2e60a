// Replies about the features of a task.
import type { FeatureChanged, FeatureListView, FeatureNext } from '../../../contract/feature.ts';
import { columns } from './columns.ts';
import { featureRow } from './feature-row.ts';
import { type Look, paint } from './look.ts';

function list({ task, total, completed, skipped, features }: FeatureListView, look: Look): string {
  const head = `${task}: ${completed} of ${total} done${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  return `${head}\n${columns(
    look,
    features.map((each) => featureRow(look, each)),
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

export const featurePrinters = {
  'feature.done': changed,
  'feature.list': list,
  'feature.next': next,
  'feature.plan': list,
  'feature.update': changed,
};
