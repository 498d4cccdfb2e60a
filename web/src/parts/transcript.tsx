// What a run's program wrote, asked for when somebody wants to see it.
import { useSignal } from '@preact/signals';
import type { Answered } from '../door/ask.ts';
import { readTranscript } from '../door/read-transcript.ts';
import { say } from '../words/words.ts';
import { RefusalNotice } from './notice.tsx';
import { Scroll } from './scroll.tsx';

const most = 500;

export function Transcript({ run }: { readonly run: string }) {
  const words = say();
  const told = useSignal<Answered<string> | null>(null);
  const opened = useSignal(false);
  const open = async (event: Event) => {
    opened.value = (event.currentTarget as HTMLDetailsElement).open;
    if (opened.value) told.value = await readTranscript(run, most);
  };
  return (
    <details onToggle={open}>
      <summary class="quiet">
        {words.transcript} <span class="mono">{run}</span>
      </summary>
      {opened.value && told.value === null ? <p class="quiet">{words.loading} …</p> : null}
      {told.value !== null && !told.value.ok ? <RefusalNotice refused={told.value} /> : null}
      {told.value?.ok ? (
        <Scroll label={`${words.transcript} ${run}`}>
          <pre class="plain">{told.value.data.trim() === '' ? words.nothingSaid : told.value.data}</pre>
        </Scroll>
      ) : null}
    </details>
  );
}
