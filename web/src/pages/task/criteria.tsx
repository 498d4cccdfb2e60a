// The plan's criteria: how each stands, what was measured of it beside what its agent claims, and its attempts.
import type { ComponentChildren } from 'preact';
import type { AttemptView, CriterionView } from '../../../../src/contract/task.ts';
import { type GraphNode, GraphView } from '../../graph/graph-view.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { CriterionSign, markOfCriterion, Sign, VerdictSign } from '../../parts/sign.tsx';
import { Transcript } from '../../parts/transcript.tsx';
import { told } from '../../words/told.ts';
import { say } from '../../words/words.ts';
import { measure } from './measured.ts';

export function Criteria({ criteria }: { readonly criteria: readonly CriterionView[] }) {
  const words = say();
  return (
    <section>
      <h2>{words.thePlan}</h2>
      {criteria.length === 0 ? (
        <p class="quiet">{words.noPlan}</p>
      ) : (
        <>
          <GraphView nodes={criteria.map(toNode)} label={words.graphOf(words.thePlan)} />
          <ol class="criteria">
            {criteria.map((criterion) => (
              <Criterion key={criterion.id} criterion={criterion} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

const toNode = ({ id, text, state, depends_on: after }: CriterionView): GraphNode => ({
  id,
  title: text,
  after,
  link: null,
  ...markOfCriterion(state),
});

const labelOf = (id: string): string => id.split('/').at(-1) ?? id;

function Criterion({ criterion }: { readonly criterion: CriterionView }) {
  const { id, text, state, why, attempts, tried, depends_on: after } = criterion;
  return (
    <li class="criterion">
      <div class="line">
        <CriterionSign state={state} />
        <span class="mono quiet">{labelOf(id)}</span>
        <span class="text">{text}</span>
        {after.length === 0 ? null : <span class="quiet">{say().needs(after.map(labelOf).join(', '))}</span>}
      </div>
      <Beside attempt={attempts.findLast(({ checks }) => checks.length > 0)} />
      {why === '' ? null : <p class="quiet why">{told(why)}</p>}
      {attempts.length === 0 ? null : (
        <details>
          <summary class="quiet">{say().attempts(tried)}</summary>
          <Attempts attempts={attempts} />
        </details>
      )}
    </li>
  );
}

/** What its agent claims stands beside what was measured, of the last attempt that anything looked at. */
function Beside({ attempt }: { readonly attempt: AttemptView | undefined }) {
  const measured = attempt && measure(attempt);
  if (!measured) return null;
  const words = say();
  const { red, green, gates } = measured;
  return (
    <div class="beside">
      <dl>
        <Cell label={words.redWithout}>{red && <VerdictSign verdict={red} />}</Cell>
        <Cell label={words.greenWith}>{green && <VerdictSign verdict={green} />}</Cell>
        <Cell label={words.gates}>{`${gates.passed}/${gates.of}`}</Cell>
        <Cell label={words.claim}>
          {attempt.differs.length === 0 ? words.asMeasured : <Sign sign="!" tone="ask" word={words.otherwise} />}
        </Cell>
      </dl>
      {attempt.differs.map((each) => (
        <p key={each}>{told(each)}</p>
      ))}
    </div>
  );
}

function Cell({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children ?? '–'}</dd>
    </div>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly AttemptView[] }) {
  const words = say();
  return (
    <Scroll label={say().attempts(attempts.length)}>
      <table class="table stacks">
        <thead>
          <tr>
            <th scope="col">{words.attempt}</th>
            <th scope="col">{words.agent}</th>
            <th scope="col">{words.strategy}</th>
            <th scope="col">{words.result}</th>
            <th scope="col">{words.tree}</th>
          </tr>
        </thead>
        <tbody>
          {[...attempts.entries()].map(([index, { agent, run, strategy, result, tree }]) => (
            <tr key={index}>
              <td>{index + 1}</td>
              <td>{agent}</td>
              <td>{told(strategy)}</td>
              <td class="wide">
                {told(result)}
                {run === null ? null : <Transcript run={run} />}
              </td>
              <td class="mono quiet">{tree?.slice(0, 8) ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
