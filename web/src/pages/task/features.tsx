// What a large task was split into: by what needs what, and as a list.
import type { FeatureView } from '../../../../src/contract/feature.ts';
import { GraphView } from '../../graph/graph-view.tsx';
import { featureMarks, Sign } from '../../parts/sign.tsx';
import { taskLink } from '../../route.ts';
import { told } from '../../words/told.ts';
import { say } from '../../words/words.ts';

export function Features({ features }: { readonly features: readonly FeatureView[] }) {
  const words = say();
  const nodes = features.map(({ id, title, status, task, depends_on: after }) => ({
    id,
    title,
    after,
    word: words.featureStates[status],
    ...featureMarks[status],
    link: task === null ? null : taskLink(task),
  }));
  return (
    <section>
      <h2>{words.features}</h2>
      <GraphView nodes={nodes} label={words.graphOf(words.features)} />
      <ol class="criteria">
        {features.map(({ id, title, status, task, depends_on: after, why }) => (
          <li key={id} class="criterion">
            <div class="line">
              <Sign {...featureMarks[status]} word={words.featureStates[status]} />
              <span class="mono quiet">{id}</span>
              <span class="text">{task === null ? title : <a href={taskLink(task)}>{title}</a>}</span>
              <span class="quiet">{after.length === 0 ? '' : words.needs(after.join(', '))}</span>
            </div>
            {why === '' ? null : <p class="quiet why">{told(why)}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
