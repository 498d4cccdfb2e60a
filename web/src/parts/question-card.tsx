// A question of any kind, as the contract has it: text, choices, words where a choice takes them. It is answered here, once.
import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ChoiceView, QuestionView } from '../../../src/contract/question.ts';
import { ask, type Refused } from '../door/ask.ts';
import { questionLink, taskLink } from '../route.ts';
import { draft } from '../state/drafts.ts';
import { age } from '../words/amounts.ts';
import { toldLabel, toldText, who } from '../words/told.ts';
import { say } from '../words/words.ts';
import { Markdown } from './markdown.tsx';
import { RefusalNotice } from './notice.tsx';

type Fate =
  | { readonly kind: 'open' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'missing'; readonly said: string }
  | { readonly kind: 'over'; readonly said: string };

/** Whose answers are on their way. */
export const answering = signal<ReadonlySet<string>>(new Set());

/** `alone`: on a page of its own, where its task is named by a link. */
export function QuestionCard({
  question,
  alone = true,
}: {
  readonly question: QuestionView;
  readonly alone?: boolean;
}) {
  const fate = useSignal<Fate>({ kind: 'open' });
  const chosen = useSignal<string | null>(null);
  const pin = useSignal('');
  const needsPin = useSignal(false);
  const words = draft(`answer.${question.id}`);
  /** What the person saw when they began. */
  const seen = useRef(question.binding);
  const reworded = seen.current !== question.binding;
  const choice = question.choices.find(({ id }) => id === chosen.value) ?? null;
  useEffect(() => {
    if (fate.value.kind === 'open' && chosen.value === null && words.value === '') seen.current = question.binding;
  }, [question.binding]);

  const send = async (event: Event) => {
    event.preventDefault();
    if (choice === null) {
      fate.value = { kind: 'missing', said: say().chooseOne };
      return;
    }
    const typed = choice.words === 'none' ? '' : words.value.trim();
    if (choice.words === 'required' && typed === '') {
      fate.value = { kind: 'missing', said: say().sayWords };
      return;
    }
    fate.value = { kind: 'sending' };
    answering.value = new Set([...answering.value, question.id]);
    const reply = await ask('question.answer', {
      question: question.id,
      choice: choice.id,
      binding: question.binding,
      ...(typed !== '' && { words: typed }),
      ...(pin.value !== '' && { pin: pin.value }),
    });
    pin.value = '';
    if (reply.ok) {
      words.value = '';
      fate.value = { kind: 'over', said: say().youAnswered(toldLabel(choice)) };
    } else if (wantsPin(reply)) {
      needsPin.value = true;
      fate.value = { kind: 'open' };
    } else fate.value = afterRefusal(reply, question);
    answering.value = new Set([...answering.value].filter((id) => id !== question.id));
  };

  return (
    <section class="card question" aria-labelledby={`head-${question.id}`} data-question={question.id}>
      <QuestionHead question={question} alone={alone} />
      <LongText text={toldText(question.text)} />
      {fate.value.kind === 'over' ? (
        <p class="notice good" role="status">
          <span aria-hidden="true">✓ </span>
          {fate.value.said}
        </p>
      ) : (
        <form onSubmit={send}>
          <Choices question={question} chosen={chosen.value} choose={(id) => (chosen.value = id)} />
          {choice !== null && choice.words !== 'none' ? (
            <WordsField id={question.id} choice={choice} words={words} />
          ) : null}
          {needsPin.value ? <PinField pin={pin} /> : null}
          {reworded ? (
            <p class="notice ask" role="alert">
              <span aria-hidden="true">! </span>
              {say().reworded}
            </p>
          ) : null}
          {fate.value.kind === 'missing' ? (
            <p class="notice ask" role="alert">
              <span aria-hidden="true">! </span>
              {fate.value.said}
            </p>
          ) : null}
          {fate.value.kind === 'refused' ? <RefusalNotice refused={fate.value.refused} /> : null}
          <div class="actions">
            <button class="primary" type="submit" disabled={fate.value.kind === 'sending'}>
              {fate.value.kind === 'sending' ? say().answering : say().answer}
            </button>
            <Shown shown={question.shown} />
          </div>
        </form>
      )}
    </section>
  );
}

const mostLines = 16;
const mostCharacters = 1_500;

/** What is long is unfolded when it is wanted, so that the choices are in sight. */
function LongText({ text }: { readonly text: string }) {
  const whole = useSignal(text.length <= mostCharacters && text.split('\n').length <= mostLines);
  return (
    <>
      <div class={whole.value ? '' : 'clipped'}>
        <Markdown text={text} />
      </div>
      {whole.value ? null : (
        <button type="button" class="inline" onClick={() => (whole.value = true)}>
          {say().all}
        </button>
      )}
    </>
  );
}

function afterRefusal(reply: Refused, { choices }: QuestionView): Fate {
  if (reply.error_code === 'QUESTION_ANSWERED') {
    const { choice, by } = (reply.details ?? {}) as { readonly choice?: string; readonly by?: string };
    const found = choices.find(({ id }) => id === choice);
    const label = found === undefined ? (choice ?? '') : toldLabel(found);
    return { kind: 'over', said: say().answeredBy(label, who(by ?? '?')) };
  }
  return { kind: 'refused', refused: reply };
}

function QuestionHead({ question, alone }: { readonly question: QuestionView; readonly alone: boolean }) {
  const { kinds, asked } = say();
  const of = question.about === question.task ? taskLink(question.task) : questionLink(question.id);
  return (
    <header>
      <h2 id={`head-${question.id}`}>
        <span class="mark ask" aria-hidden="true">
          ?
        </span>{' '}
        {kinds[question.kind] ?? question.kind}
      </h2>
      <p class="quiet">
        {alone ? <a href={of}>{question.about}</a> : null} <span class="mono">{question.id}</span> ·{' '}
        {asked(age(question.asked_at))}
      </p>
    </header>
  );
}

type ChoicesProps = {
  readonly question: QuestionView;
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
};

function Choices({ question, chosen, choose }: ChoicesProps) {
  const { wordsNeeded, wordsOptional, answer } = say();
  const more = { none: '', required: wordsNeeded, optional: wordsOptional } as const;
  return (
    <fieldset class="choices">
      <legend class="unseen">{answer}</legend>
      {question.choices.map(({ id, label, words }, index) => (
        <label key={id} class="choice">
          <input
            type="radio"
            name={`choice-${question.id}`}
            value={id}
            checked={chosen === id}
            onChange={() => choose(id)}
            data-number={index + 1}
          />
          <span>
            <span class="label">{toldLabel({ id, label })}</span>
            {more[words] === '' ? null : <span class="quiet"> · {more[words]}</span>}
          </span>
          <span class="key" aria-hidden="true">
            {index + 1}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type WordsProps = { readonly id: string; readonly choice: ChoiceView; readonly words: ReturnType<typeof draft> };

function WordsField({ id, choice, words }: WordsProps) {
  return (
    <label class="field">
      <span>{say().yourWords}</span>
      <textarea
        id={`words-${id}`}
        rows={3}
        required={choice.words === 'required'}
        value={words.value}
        onInput={(event) => (words.value = event.currentTarget.value)}
      />
    </label>
  );
}

/** Where there is one. */
const wantsPin = ({ error_code, details }: Refused): boolean =>
  error_code === 'PIN_REQUIRED' && (details as { readonly set?: boolean } | undefined)?.set !== false;

/** It comes because it was asked for, so whoever answers is led to it. */
function PinField({ pin }: { readonly pin: Signal<string> }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <label class="field">
      <span>{say().pin}</span>
      <input
        ref={field}
        type="password"
        autocomplete="off"
        required={true}
        value={pin.value}
        onInput={(event) => (pin.value = event.currentTarget.value)}
      />
      <small>{say().pinHint}</small>
    </label>
  );
}

/** Plain JSON, for whoever wants to see all of it. */
function Shown({ shown }: { readonly shown: unknown }) {
  const text = JSON.stringify(shown, null, 2);
  if (text === undefined || text === 'null' || text === '{}') return null;
  return (
    <details class="shown">
      <summary>{say().shown}</summary>
      <pre class="code">{text.length > 20_000 ? `${text.slice(0, 20_000)}…` : text}</pre>
    </details>
  );
}
