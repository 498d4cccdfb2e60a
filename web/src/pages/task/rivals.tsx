// Who did the task, each for itself: how each was judged, what it cost, which was taken and by whom.
import type { RivalView } from '../../../../src/contract/task.ts';
import { Scroll } from '../../parts/scroll.tsx';
import { markOfOutcome, Sign, VerdictSign } from '../../parts/sign.tsx';
import { taskLink } from '../../route.ts';
import { spent } from '../../words/amounts.ts';
import { told, toldText } from '../../words/told.ts';
import { say } from '../../words/words.ts';

export function Rivals({ rivals }: { readonly rivals: readonly RivalView[] }) {
  const words = say();
  return (
    <section>
      <h2>{words.rivals}</h2>
      <Scroll label={words.rivals}>
        <table class="table stacks">
          <thead>
            <tr>
              <th scope="col">{words.result}</th>
              <th scope="col">{words.agent}</th>
              <th scope="col">{words.thePlan}</th>
              <th scope="col">{words.change}</th>
              <th scope="col">{words.cost}</th>
              <th scope="col">{words.gates}</th>
              <th scope="col">{words.seen}</th>
            </tr>
          </thead>
          <tbody>
            {rivals.map((rival) => (
              <Rival key={rival.task} {...rival} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Rival({
  task,
  agent,
  state,
  outcome,
  weaker,
  why,
  criteria,
  gates,
  change,
  review,
  spend,
  taken_by: by,
}: RivalView) {
  const words = say();
  return (
    <tr>
      <td>
        {outcome === null ? told(state) : <Sign {...markOfOutcome(outcome, weaker)} />}
        {by === undefined ? null : <Sign sign="★" tone="good" word={words.takenBy(by)} />}
      </td>
      <td>
        <a href={taskLink(task)}>{task}</a> <span class="quiet">{agent}</span>
      </td>
      <td>{words.criteriaMet(criteria.met, criteria.of)}</td>
      <td>{words.sizeOf(change.files, change.added, change.removed)}</td>
      <td>{spent(spend) || '–'}</td>
      <td>
        {gates.map(({ gate, verdict, why: seen }) => (
          <div key={gate} title={told(seen)}>
            <VerdictSign verdict={verdict} /> {gate}
          </div>
        ))}
      </td>
      <td class="wide">
        {told(why)}
        {review === '' ? null : <p class="quiet">{toldText(review)}</p>}
      </td>
    </tr>
  );
}
