// The commands of this folder under their names.
import { probeEnvironment } from './probe.ts';
import { addEnvironment, listEnvironments, removeEnvironment, setEnvironment, showEnvironment } from './registry.ts';
import { verifyEnvironment } from './verify.ts';

export const environmentCommands = {
  'env.add': addEnvironment,
  'env.list': listEnvironments,
  'env.probe': probeEnvironment,
  'env.remove': removeEnvironment,
  'env.set': setEnvironment,
  'env.show': showEnvironment,
  'env.verify': verifyEnvironment,
};
