// All of a task at once: its plan, proof, gates, environment, analysis.
import type { GateView, TaskDetail, TaskEnvironmentView } from '../../../../src/contract/task.ts';
import { Markdown } from '../../parts/markdown.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { VerdictSign } from '../../parts/sign.tsx';
import { age, took } from '../../words/amounts.ts';
import { told, toldText } from '../../words/told.ts';
import { say } from '../../words/words.ts';
import { Criteria } from './criteria.tsx';
import { Features } from './features.tsx';
import { Rivals } from './rivals.tsx';

export function Overview({ task }: { readonly task: TaskDetail }) {
  const words = say();
  // What the proof has a row for need not be told twice.
  const gates = task.gates.filter(({ gate }) => !task.proof.some(({ check }) => check === gate));
  return (
    <>
      {task.notes === undefined ? null : <Points title={words.notes} points={task.notes} />}
      {task.open_points.length === 0 ? null : <Points title={words.openPoints} points={task.open_points} />}
      {task.criteria.length === 0 && task.features !== undefined ? null : <Criteria criteria={task.criteria} />}
      {task.features === undefined ? null : <Features features={task.features} />}
      {task.rivals === undefined || task.rivals.length === 0 ? null : <Rivals rivals={task.rivals} />}
      {task.proof.length === 0 ? null : <Proof task={task} />}
      {gates.length === 0 ? null : <Gates gates={gates} />}
      {task.environment === undefined ? null : <Environment environment={task.environment} />}
      {task.analysis === null ? null : (
        <details class="section" open={task.criteria.length === 0}>
          <summary>
            <h2>{words.analysis}</h2>
          </summary>
          <Markdown text={toldText(task.analysis)} />
        </details>
      )}
      {task.full_text.trim() === task.text ? null : (
        <details class="section">
          <summary>
            <h2>{words.statement}</h2>
          </summary>
          <Markdown text={task.full_text} />
        </details>
      )}
    </>
  );
}

function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  return (
    <section class="notice ask">
      <h2>{title}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>{toldText(point)}</li>
        ))}
      </ul>
    </section>
  );
}

/** A row each of what looked at it. */
function Proof({ task }: { readonly task: TaskDetail }) {
  const words = say();
  return (
    <section>
      <h2>
        {words.proof} <span class="quiet">{task.evidence.proven ? `✓ ${words.proven}` : `○ ${words.notProven}`}</span>
      </h2>
      <Scroll label={words.proof}>
        <table class="table stacks">
          <thead>
            <tr>
              <th scope="col">{words.verdict}</th>
              <th scope="col">{words.check}</th>
              <th scope="col">{words.seen}</th>
            </tr>
          </thead>
          <tbody>
            {task.proof.map(({ of, check, verdict, seen }, index) => (
              <tr key={index}>
                <td>
                  <VerdictSign verdict={verdict} />
                </td>
                <td class="name">
                  {told(check)} <span class="quiet">{of ?? words.wholeChange}</span>
                </td>
                <td class="wide">{told(seen)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Gates({ gates }: { readonly gates: readonly GateView[] }) {
  const words = say();
  return (
    <section>
      <h2>{words.gates}</h2>
      <Scroll label={words.gates}>
        <table class="table stacks">
          <thead>
            <tr>
              <th scope="col">{words.verdict}</th>
              <th scope="col">{words.gate}</th>
              <th scope="col">{words.tests}</th>
              <th scope="col">{words.took}</th>
              <th scope="col">{words.seen}</th>
            </tr>
          </thead>
          <tbody>
            {gates.map(({ gate, verdict, why, command, counts, duration_ms: ms }) => (
              <tr key={gate}>
                <td>
                  <VerdictSign verdict={verdict} />
                </td>
                <td>{gate}</td>
                <td>{counts === null ? '' : words.testCounts(counts.passed, counts.failed, counts.skipped)}</td>
                <td>{ms > 0 ? took(ms) : ''}</td>
                <td class="wide">
                  {told(why)}
                  {command === '' ? null : <code class="quiet"> {command}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Environment({ environment }: { readonly environment: TaskEnvironmentView }) {
  const words = say();
  const { verification } = environment;
  return (
    <section>
      <h2>
        {words.environment} <span class="quiet">{environment.name}</span>
      </h2>
      <div class="before-after">
        <div>
          <h3>{words.before}</h3>
          {environment.looks.map(({ env, at, why, errors }) => (
            <div key={env}>
              <p class="quiet">{words.looked(env, age(at))}</p>
              {why === null ? <Findings findings={errors} word="" /> : <p>{words.couldNotLook(told(why))}</p>}
            </div>
          ))}
        </div>
        {verification === null ? null : (
          <div>
            <h3>{words.after}</h3>
            <p>{told(verification.summary)}</p>
            <Findings findings={verification.resolved_errors} word={`✓ ${words.resolved}`} />
            <Findings findings={verification.remaining_errors} word={`✗ ${words.remaining}`} />
            <Findings findings={verification.new_errors} word={`✗ ${words.newErrors}`} />
          </div>
        )}
      </div>
    </section>
  );
}

type FindingsProps = {
  readonly findings: readonly { readonly text: string; readonly count: number }[];
  readonly word: string;
};

function Findings({ findings, word }: FindingsProps) {
  if (findings.length === 0) return word === '' ? <p class="quiet">{say().noErrors}</p> : null;
  return (
    <ul class="findings">
      {findings.map(({ text, count }) => (
        <li key={text}>
          {word === '' ? null : <strong>{word} </strong>}
          <span class="quiet">{say().times(count)}</span> <code>{text}</code>
        </li>
      ))}
    </ul>
  );
}
