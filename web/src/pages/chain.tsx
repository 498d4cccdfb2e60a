// A chain: plans one after another, each reviewed and committed; how far it is, and what it needs.
import { useSignal } from '@preact/signals';
import type { ChainView } from '../../../src/contract/chain.ts';
import { ask, type Refused } from '../door/ask.ts';
import { GraphView } from '../graph/graph-view.tsx';
import { Fact, FactList, Mono } from '../parts/fact-list.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { QuestionCard } from '../parts/question-card.tsx';
import { markOfChain, planMark, Sign } from '../parts/sign.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { useReply } from '../state/asked.ts';
import { heardOf, ofChains, world } from '../state/live.ts';
import { age, spent } from '../words/amounts.ts';
import { told } from '../words/told.ts';
import { say } from '../words/words.ts';

export function ChainPage({ id }: { readonly id: string }) {
  const reply = useReply('chain.show', { chain: id }, heardOf.value.get(ofChains)).value;
  if (reply?.ok) return <Chain chain={reply.data} />;
  return (
    <>
      <h1 tabIndex={-1} class="mono">
        {id}
      </h1>
      {reply === null ? <p class="quiet">{say().loading} …</p> : <RefusalNotice refused={reply} />}
    </>
  );
}

function Chain({ chain }: { readonly chain: ChainView }) {
  const words = say();
  const asked = world.value?.questions.filter(({ id }) => chain.questions.includes(id)) ?? [];
  return (
    <>
      <header class="task-head">
        <p class="quiet">
          <a href="#/">{words.board}</a> / <span class="mono">{chain.id}</span>
        </p>
        <h1 tabIndex={-1}>{chain.issue?.title ?? chain.name}</h1>
        <p class="standing">
          <Sign {...markOfChain(chain)} />
          <span class="quiet">{told(chain.state)}</span>
        </p>
      </header>
      <div class="task">
        <div class="main">
          {asked.map((question) => (
            <QuestionCard key={question.id} question={question} alone={false} />
          ))}
          <Plans chain={chain} />
        </div>
        <aside>
          <Actions chain={chain} />
          <FactList>
            <Fact word={words.workspace}>{chain.workspace}</Fact>
            <Fact word={words.cost}>{spent(chain.spend)}</Fact>
            <Fact word={words.budget}>{chain.budget}</Fact>
            <Fact word={words.branch}>{chain.branch === null ? null : <Mono text={chain.branch} />}</Fact>
            <Fact word={words.copy}>{chain.copy === null ? null : <Mono text={chain.copy} />}</Fact>
            <Fact word={words.stated}>{words.ago(age(chain.created_at))}</Fact>
          </FactList>
        </aside>
      </div>
    </>
  );
}

function Plans({ chain: { plans, name } }: { readonly chain: ChainView }) {
  const words = say();
  const nodes = plans.map((plan, index) => ({
    id: plan.label,
    title: plan.path,
    link: null,
    ...planMark(plan),
    after: plans.slice(Math.max(0, index - 1), index).map(({ label }) => label),
  }));
  return (
    <section>
      <h2>{words.plans}</h2>
      <GraphView nodes={nodes} label={words.graphOf(name)} />
      <ol class="criteria">
        {plans.map((plan) => (
          <li key={plan.label} class="criterion">
            <div class="line">
              <Sign {...planMark(plan)} />
              <span class="mono quiet">{plan.label}</span>
              <span class="text">{plan.path}</span>
              <span class="mono quiet">{plan.commit?.slice(0, 8) ?? ''}</span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Actions({ chain: { id, outcome, needs_person: parked } }: { readonly chain: ChainView }) {
  const words = say();
  const said = useSignal('');
  const refused = useSignal<Refused | null>(null);
  const change = async (name: 'chain.resume' | 'chain.cancel') => {
    const reply = await ask(name, { chain: id });
    refused.value = reply.ok ? null : reply;
    said.value = reply.ok ? reply.data.said : '';
  };
  if (outcome !== null) return null;
  return (
    <div class="task-actions">
      <div class="actions">
        {parked ? (
          <button type="button" onClick={() => change('chain.resume')}>
            {words.resume}
          </button>
        ) : null}
        <SureButton
          {...{ label: words.cancel, why: words.cancelSure, yes: words.cancelChain }}
          act={() => change('chain.cancel')}
        />
      </div>
      <p role="status" class="quiet">
        {told(said.value)}
      </p>
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
    </div>
  );
}
