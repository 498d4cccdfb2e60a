// What was made is where a person deploys it from: they say when that is done, and where.
import { environmentOf, environmentsOf, sayEnvironment } from './environment.ts';
import { advance, type Step, type TaskDecision, type TaskView } from './move.ts';
import { outcomeOf } from './outcome-of.ts';
import { ask, choice, retried } from './questions.ts';

export function deploy(view: TaskView, at: Step<'deploying'>): TaskDecision {
  const { thing, now } = view;
  const { state, spec } = thing;
  const env = environmentOf(thing);
  if (env === null) return advance(state, { kind: 'releasing', outcome: outcomeOf(state, 'submitted'), back: null });
  const retry = retried(view);
  if (at.until !== undefined && now < at.until && retry === undefined)
    return { kind: 'wait', until: at.until, on: `the deployment to ${env.name}` };
  const others = environmentsOf(thing).filter(({ name }) => name !== env.name);
  return ask(
    retry === undefined ? state : { ...state, heard: retry.seq },
    spec,
    {
      kind: 'deployed',
      text: `${state.known.pullRequest ?? 'It'} is to be deployed to ${sayEnvironment(env)} by you. Is it there? Only what is logged after your answer counts.`,
      choices: [
        choice('deployed', `it is deployed to ${env.name}`),
        ...others.map(({ name }) => choice(`deployed_${name}`, `it is deployed to ${name}`)),
        choice('skip', 'skip the verification'),
        choice('wait', 'wait: ask again in an hour, or after the time you name', 'optional'),
      ],
      binding: `${state.known.commit ?? ''} ${state.asked}`,
      shown: { env: env.name, pull_request: state.known.pullRequest, commit: state.known.commit },
      auto: null,
    },
    { kind: 'deploying' },
  );
}
