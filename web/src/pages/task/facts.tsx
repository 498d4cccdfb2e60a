// Where a task works, with whom, and what it cost.
import type { TaskDetail } from '../../../../src/contract/task.ts';
import { Fact, FactList, Mono } from '../../parts/fact-list.tsx';
import { Link } from '../../parts/markdown.tsx';
import { age, count, spent } from '../../words/amounts.ts';
import { say } from '../../words/words.ts';

export function Facts({ task }: { readonly task: TaskDetail }) {
  const words = say();
  const { base, slot, spend } = task;
  const waits = slot.ahead.length === 0 ? null : words.waitsBehind(slot.ahead.join(', '));
  return (
    <FactList>
      <Fact word={words.cost}>{spent(spend) || '–'}</Fact>
      <Fact word={words.budget}>{task.budget}</Fact>
      <Fact word={words.tokens}>
        {spend.input_tokens + spend.output_tokens === 0
          ? null
          : words.tokensOf(count(spend.input_tokens), count(spend.cached_tokens), count(spend.output_tokens))}
      </Fact>
      <Fact word={words.workspace}>{task.workspace}</Fact>
      <Fact word={words.environment}>{task.environment?.name}</Fact>
      <Fact word={words.agents}>{task.agents.join(', ')}</Fact>
      <Fact word={words.base}>
        {base === null ? null : <Mono text={`${base.branch} ${base.commit.slice(0, 8)}`} />}
      </Fact>
      <Fact word={words.branch}>{task.branch === null ? null : <Mono text={task.branch} />}</Fact>
      <Fact word={words.pullRequest}>{task.pull_request === null ? null : <Link address={task.pull_request} />}</Fact>
      <Fact word={words.copy}>{task.copy === null ? null : <Mono text={task.copy} />}</Fact>
      <Fact word={words.slot}>{slot.number === null ? waits : words.slotNumber(slot.number)}</Fact>
      <Fact word={words.inPhase}>{task.outcome === null ? words.since(age(task.since)) : null}</Fact>
      <Fact word={words.stated}>{words.ago(age(task.created_at))}</Fact>
    </FactList>
  );
}
