// The commands of this folder under their names.
import { releaseStep, renewStep } from './release.ts';
import { statusOfStep } from './status.ts';
import { analyzeStep, developStep, submitStep, testStep, verifyStep } from './steps.ts';
import { takeStep } from './take.ts';
import { watchStep } from './watch.ts';

export const manualCommands = {
  'step.analyze': analyzeStep,
  'step.develop': developStep,
  'step.release': releaseStep,
  'step.renew': renewStep,
  'step.status': statusOfStep,
  'step.submit': submitStep,
  'step.take': takeStep,
  'step.test': testStep,
  'step.verify': verifyStep,
};

export const manualStreams = {
  'step.watch': watchStep,
};
