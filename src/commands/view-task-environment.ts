// The environment of a task as it is told: how it looked before the work, and what became of its errors.
import type { TaskEnvironmentView } from '../contract/task.ts';
import { environmentOf } from '../domain/task/environment.ts';
import type { Task } from '../domain/task/task.ts';

/** Empty where none takes part. */
export function viewTaskEnvironment(task: Task): { readonly environment?: TaskEnvironmentView } {
  const env = environmentOf(task);
  if (env === null) return {};
  const { looks = {}, verification } = task.state.known;
  return {
    environment: {
      ...{ name: env.name, tier: env.tier },
      looks: Object.entries(looks).map(([name, look]) =>
        look.kind === 'seen'
          ? { env: name, at: look.at, why: null, errors: look.errors }
          : { env: name, at: look.at, why: look.why, errors: [] },
      ),
      verification: verification === undefined ? null : viewVerification(verification),
    },
  };
}

const viewVerification = ({
  env,
  against,
  at,
  verdict,
  summary,
  ...seen
}: NonNullable<Task['state']['known']['verification']>): NonNullable<TaskEnvironmentView['verification']> => ({
  ...{ env, against, at, verdict, summary },
  ...{ resolved_errors: seen.resolved, remaining_errors: seen.remaining, new_errors: seen.new },
});
