// The records that prove a task, each bound to base, tree and definitions.
import { useSignal } from '@preact/signals';
import type { TaskEvidence } from '../../../../src/contract/task.ts';
import { type Answered, ask } from '../../door/ask.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { VerdictSign } from '../../parts/sign.tsx';
import { useReply } from '../../state/asked.ts';
import { heardOf } from '../../state/live.ts';
import { dateTime, took } from '../../words/amounts.ts';
import { told } from '../../words/told.ts';
import { say } from '../../words/words.ts';
import { Screenshots } from './screenshots.tsx';

export function EvidenceTab({ id }: { readonly id: string }) {
  const reply = useReply('task.evidence', { task: id }, heardOf.value.get(id)).value;
  const words = say();
  if (reply === null) return <p class="quiet">{words.loading} …</p>;
  if (!reply.ok) return <RefusalNotice refused={reply} />;
  const { evidence, screenshots = [] } = reply.data;
  const pictures = <Screenshots id={id} screenshots={screenshots} />;
  if (evidence.length === 0)
    return (
      <>
        <p class="quiet">{words.noEvidence}</p>
        {pictures}
      </>
    );
  return (
    <>
      <Verify id={id} count={evidence.length} />
      <Scroll label={words.evidence}>
        <table class="table stacks">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">{words.verdict}</th>
              <th scope="col">{words.gate}</th>
              <th scope="col">{words.attempt}</th>
              <th scope="col">{words.took}</th>
              <th scope="col">{words.seen}</th>
              <th scope="col">{words.tree}</th>
            </tr>
          </thead>
          <tbody>
            {evidence.map(({ number, at, verdict, gate, criterion, attempt, why, tree, duration_ms: ms }) => (
              <tr key={number} title={dateTime(at)}>
                <td class="quiet">{number}</td>
                <td>
                  <VerdictSign verdict={verdict} />
                </td>
                <td>{gate}</td>
                <td class="quiet">
                  {criterion === null ? words.wholeChange : `${criterion.split('/').at(-1)} ${attempt ?? ''}`}
                </td>
                <td>{ms > 0 ? took(ms) : ''}</td>
                <td class="wide">{told(why)}</td>
                <td class="mono quiet">{tree.slice(0, 8)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {pictures}
    </>
  );
}

function Verify({ id, count }: { readonly id: string; readonly count: number }) {
  const reply = useSignal<Answered<TaskEvidence> | null>(null);
  const words = say();
  const check = async () => {
    reply.value = await ask('task.evidence', { task: id, verify: true });
  };
  const download = async () => {
    const told = await ask('task.evidence', { task: id, verify: true });
    reply.value = told;
    if (told.ok) save(`${id}-evidence.json`, JSON.stringify(told.data, null, 2));
  };
  const verified = reply.value?.ok ? reply.value.data.verified : null;
  return (
    <div class="actions">
      <span class="quiet">{words.records(count)}</span>
      <button type="button" onClick={check}>
        {words.verifyChain}
      </button>
      <button type="button" onClick={download}>
        {words.download}
      </button>
      <span role="status">
        {verified === null ? null : verified.ok ? `✓ ${words.chainHolds}` : `✗ ${told(verified.why)}`}
      </span>
      {reply.value !== null && !reply.value.ok ? <RefusalNotice refused={reply.value} /> : null}
    </div>
  );
}

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
