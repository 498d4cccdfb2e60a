// A look at what the copy's own program serves: in a frame of another origin, which can neither reach this page nor take its cookie.
import { useSignal } from '@preact/signals';
import type { TaskRun } from '../../../../src/contract/task.ts';
import { ask, type Refused } from '../../door/ask.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { useReply } from '../../state/asked.ts';
import { heardOf } from '../../state/live.ts';
import { say } from '../../words/words.ts';
import { Screenshots } from './screenshots.tsx';

export function PreviewTab({ id }: { readonly id: string }) {
  const words = say();
  const told = useSignal<TaskRun | null>(null);
  const refused = useSignal<Refused | null>(null);
  const busy = useSignal(false);
  /** The frame is made anew: nothing in it can be told to load again from outside. */
  const loads = useSignal(0);
  const run = async (stop: boolean) => {
    busy.value = true;
    const reply = await ask('task.run', { task: id, stop });
    busy.value = false;
    refused.value = reply.ok ? null : reply;
    if (reply.ok) told.value = reply.data;
  };
  const runs = told.value !== null && (told.value.state === 'started' || told.value.state === 'running');
  const address = runs && told.value?.address ? apart(told.value.address) : null;
  return (
    <section aria-label={words.preview}>
      <p class="quiet">{words.previewHint}</p>
      <div class="actions">
        {runs ? (
          <>
            <button type="button" disabled={busy.value} onClick={() => run(true)}>
              {words.stopProgram}
            </button>
            {address === null ? null : (
              <button type="button" onClick={() => (loads.value += 1)}>
                {words.loadAgain}
              </button>
            )}
          </>
        ) : (
          <button type="button" class="primary" disabled={busy.value} onClick={() => run(false)}>
            {busy.value ? words.starting : words.startProgram}
          </button>
        )}
        {address === null ? null : (
          <a href={address} target="_blank" rel="noopener noreferrer" class="mono">
            {address}
          </a>
        )}
        <span role="status" class="quiet">
          {told.value === null ? '' : runs ? `▸ ${words.programRuns}` : `– ${words.programStopped}`}
        </span>
      </div>
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
      <Taking id={id} runs={address !== null} />
      {runs && address === null ? <p class="notice ask">{words.noPort}</p> : null}
      {address === null ? null : (
        <iframe
          key={loads.value}
          class="preview"
          title={words.previewOf(id)}
          src={address}
          sandbox="allow-scripts allow-same-origin allow-forms"
          allow=""
          referrerpolicy="no-referrer"
          loading="lazy"
        />
      )}
    </section>
  );
}

/** A picture of it, kept as evidence. */
function Taking({ id, runs }: { readonly id: string; readonly runs: boolean }) {
  const words = say();
  const kept = useReply('task.evidence', { task: id }, heardOf.value.get(id)).value;
  const refused = useSignal<Refused | null>(null);
  const busy = useSignal(false);
  const path = useSignal('/');
  const take = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    const reply = await ask('task.screenshot', { task: id, path: path.value });
    busy.value = false;
    refused.value = reply.ok ? null : reply;
  };
  return (
    <>
      {runs ? (
        <form class="actions" onSubmit={take}>
          <label>
            {words.pathOfScreenshot}{' '}
            <input
              class="mono"
              value={path.value}
              onInput={({ currentTarget }) => (path.value = currentTarget.value)}
            />
          </label>
          <button type="submit" disabled={busy.value}>
            {words.takeScreenshot}
          </button>
          <span role="status" class="quiet">
            {busy.value ? words.takingScreenshot : ''}
          </span>
        </form>
      ) : null}
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
      {kept?.ok ? <Screenshots id={id} screenshots={kept.data.screenshots ?? []} /> : null}
    </>
  );
}

/** Cookies know no port: under this machine's other name it is sent none of this page's. */
function apart(address: string): string {
  const url = new URL(address);
  url.hostname = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.href;
}
