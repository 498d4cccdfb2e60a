// What a person may do with a task besides answering it.
import { useSignal } from '@preact/signals';
import type { TaskDetail } from '../../../../src/contract/task.ts';
import { ask, type Refused } from '../../door/ask.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { SureButton } from '../../parts/sure-button.tsx';
import { TellForm } from '../../parts/tell-form.tsx';
import { told } from '../../words/told.ts';
import { say } from '../../words/words.ts';

type Change = 'task.pause' | 'task.resume' | 'task.cancel' | 'task.finish' | 'task.retry';

export function Actions({ task }: { readonly task: TaskDetail }) {
  const said = useSignal<string | null>(null);
  const refused = useSignal<Refused | null>(null);
  const words = say();
  const change = async (name: Change, more: { readonly now?: true } = {}) => {
    const reply = await ask(name, { task: task.id, ...more });
    refused.value = reply.ok ? null : reply;
    said.value = reply.ok ? [reply.data.said, ...reply.data.notes].join('\n') : null;
  };
  const over = task.outcome !== null;
  return (
    <div class="task-actions">
      <div class="actions">
        {over ? null : task.paused ? (
          <button type="button" onClick={() => change('task.resume')}>
            {words.resume}
          </button>
        ) : (
          <>
            <button type="button" onClick={() => change('task.pause')}>
              {words.pause}
            </button>
            <SureButton
              {...{ label: words.stopTurn, why: words.stopTurnSure, yes: words.stopTurn, danger: false }}
              act={() => change('task.pause', { now: true })}
            />
          </>
        )}
        {over ? null : (
          <>
            <SureButton
              {...{ label: words.finish, why: words.finishSure, yes: words.finishIt, danger: false }}
              act={() => change('task.finish')}
            />
            <SureButton
              {...{ label: words.cancel, why: words.cancelSure, yes: words.cancelIt }}
              act={() => change('task.cancel')}
            />
          </>
        )}
        {task.outcome === 'failed' || task.outcome === 'cancelled' ? (
          <button type="button" onClick={() => change('task.retry')}>
            {words.retry}
          </button>
        ) : null}
      </div>
      <div role="status">{said.value === null ? null : <p class="notice good said">{told(said.value)}</p>}</div>
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
      {over ? null : <Tell id={task.id} />}
    </div>
  );
}

function Tell({ id }: { readonly id: string }) {
  const words = say();
  const tell = async (text: string) => {
    const reply = await ask('task.say', { task: id, text });
    if (!reply.ok) return reply;
    return reply.data.when === 'now' ? words.toldNow : words.toldNext;
  };
  return <TellForm name={`tell.${id}`} hint={words.tellHint} tell={tell} />;
}
