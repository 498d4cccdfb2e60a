// What somebody typed as an answer to a question that was answered elsewhere meanwhile: it is not sent, and it is not lost.
import { computed } from '@preact/signals';
import { draft, draftsOf } from '../state/drafts.ts';
import { answers, world } from '../state/live.ts';
import { toldLabel, who } from '../words/told.ts';
import { say } from '../words/words.ts';
import { answering } from './question-card.tsx';

/** Of all that happens this alone matters here. */
const asked = computed(() => world.value?.questions ?? null);

export function Unsent() {
  const questions = asked.value;
  if (questions === null) return null;
  const open = new Set([...questions.map(({ id }) => id), ...answering.value]);
  return (
    <>
      {draftsOf('answer.')
        .filter((id) => !open.has(id))
        .map((id) => (
          <UnsentWords key={id} id={id} />
        ))}
    </>
  );
}

function UnsentWords({ id }: { readonly id: string }) {
  const words = say();
  const typed = draft(`answer.${id}`);
  const answer = answers.value.get(id);
  if (typed.value === '') return null;
  return (
    <section class="notice ask unsent" tabIndex={-1} aria-label={words.notSent}>
      <p role="alert">
        <span aria-hidden="true">! </span>
        <span class="mono">{id}</span>{' '}
        {answer === undefined
          ? words.notAsked
          : words.answeredBy(toldLabel({ id: answer.choice, label: '' }), who(answer.by))}{' '}
        {words.notSent}
      </p>
      <label class="field">
        <span>{words.yourWords}</span>
        <textarea rows={3} readOnly value={typed.value} />
      </label>
      <button type="button" onClick={() => (typed.value = '')}>
        {words.remove}
      </button>
    </section>
  );
}
