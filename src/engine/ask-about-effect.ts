// An effect that killed its process three times is not tried a fourth time without a person.
import type { Performed } from '../domain/effect/effect.ts';
import type { Failure } from '../domain/error.ts';
import type { QuestionDraft } from '../domain/question/question.ts';
import type { Intent } from '../domain/thing.ts';
import type { View } from '../ports/store.ts';
import type { Engine } from './engine.ts';

export const maxTries = 3;

export async function askAboutEffect(engine: Engine, view: View, intent: Intent): Promise<'retry' | 'again' | 'wait'> {
  const asked = view.questions.filter((question) => question.key.startsWith(`effect-${intent.number}-`));
  const last = asked.at(-1);
  if (last === undefined) return ask(engine, view, intent, asked.length + 1);
  if (last.state.kind === 'open') {
    if (!engine.kinds.isStopAsked(view)) return 'wait';
    return giveUp(engine, view, intent);
  }
  if (last.state.kind === 'closed' || last.state.answer.choice !== 'retry') return giveUp(engine, view, intent);
  // Each answer is good for as many tries as it took to ask.
  return intent.tries < maxTries * (asked.length + 1) ? 'retry' : ask(engine, view, intent, asked.length + 1);
}

async function ask(engine: Engine, view: View, intent: Intent, nth: number): Promise<'wait'> {
  const { store, clock } = engine.ports;
  const draft: QuestionDraft = {
    key: `effect-${intent.number}-${nth}`,
    kind: 'effect',
    text: `"${intent.name}" was cut off ${intent.tries} times, by a crash or by its deadline. Try it again?`,
    choices: [
      { id: 'retry', label: 'try it again', words: 'none' },
      { id: 'give_up', label: 'take it as failed', words: 'none' },
    ],
    binding: intent.id,
    shown: { effect: intent.name, tries: intent.tries },
  };
  await store.transact(async (tx) => {
    const question = await tx.ask(view.thing.id, view.thing.task, draft, clock.now());
    await tx.say(view.thing.id, view.thing.task, clock.now(), [
      { kind: 'question_asked', data: { question: question.id, kind: 'effect', text: draft.text } },
    ]);
  });
  return 'wait';
}

async function giveUp(engine: Engine, view: View, intent: Intent): Promise<'again'> {
  const { store, clock } = engine.ports;
  const failure: Failure = {
    error_code: 'INTERNAL',
    message: `${intent.name} was cut off ${intent.tries} times and given up by a person`,
  };
  await store.transact(async (tx) => {
    const result = { kind: 'failed', failure } as const;
    if ((await tx.settle(intent.id, view.thing.fence, result)) !== 'recorded') return;
    await tx.closeQuestions(intent.thing, 'the effect was given up', clock.now());
    const thing = await tx.thing(intent.thing);
    if (thing === null) return;
    const applied = engine.kinds.apply(
      thing,
      { name: intent.name, input: intent.input, result } as Performed,
      clock.now(),
    );
    await tx.update(thing.id, thing.version, {
      state: applied.state,
      ended: false,
      effects: thing.effects,
      at: clock.now(),
    });
    await tx.say(thing.id, thing.task, clock.now(), applied.said);
  });
  return 'again';
}
