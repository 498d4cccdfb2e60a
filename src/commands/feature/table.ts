// The commands of this folder under their names.
import { listFeatures, nextFeature, planFeatures, updateFeature } from './features.ts';
import { finishFeature } from './finish.ts';

export const featureCommands = {
  'feature.done': finishFeature,
  'feature.list': listFeatures,
  'feature.next': nextFeature,
  'feature.plan': planFeatures,
  'feature.update': updateFeature,
};
