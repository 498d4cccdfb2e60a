// Words to an agent: kept while they are typed, gone when they were taken, and then it says what becomes of them.
import { useSignal } from '@preact/signals';
import type { Refused } from '../door/ask.ts';
import { draft } from '../state/drafts.ts';
import { say } from '../words/words.ts';
import { RefusalNotice } from './notice.tsx';

type Props = {
  /** Of what is kept. */
  readonly name: string;
  readonly hint: string;
  /** Answers what became of them. */
  readonly tell: (text: string) => Promise<string | Refused>;
};

export function TellForm({ name, hint, tell }: Props) {
  const words = say();
  const text = draft(name);
  const told = useSignal<string | Refused>('');
  const empty = text.value.trim() === '';
  const send = async (event: Event) => {
    event.preventDefault();
    if (empty) return;
    told.value = await tell(text.value);
    if (typeof told.value === 'string') text.value = '';
  };
  return (
    <form class="tell" onSubmit={send}>
      <label class="field">
        <span>{words.tellIt}</span>
        <textarea rows={3} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        <small>{hint}</small>
      </label>
      <div class="actions">
        <button type="submit" disabled={empty}>
          {words.send}
        </button>
        <span role="status" class="quiet">
          {typeof told.value === 'string' ? told.value : ''}
        </span>
      </div>
      {typeof told.value === 'string' ? null : <RefusalNotice refused={told.value} />}
    </form>
  );
}
