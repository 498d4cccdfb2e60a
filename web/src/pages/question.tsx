// One question by itself, where a link in a message leads.
import type { QuestionView } from '../../../src/contract/question.ts';
import { QuestionCard } from '../parts/question-card.tsx';
import { taskLink } from '../route.ts';
import { world } from '../state/live.ts';
import { say } from '../words/words.ts';

export function QuestionPage({ id }: { readonly id: string }) {
  const words = say();
  if (world.value === null) return <p class="quiet">{words.loading} …</p>;
  const question: QuestionView | undefined = world.value.questions.find((each) => each.id === id);
  return (
    <>
      <h1 tabIndex={-1} class="mono">
        {question?.about ?? id}
      </h1>
      {question === undefined ? (
        <p>
          {words.notAsked} <a href="#/">{words.backToBoard}</a>
        </p>
      ) : (
        <>
          <QuestionCard question={question} alone={false} />
          {question.about === question.task ? (
            <a href={taskLink(question.task)}>{words.goToTask(question.task)}</a>
          ) : null}
        </>
      )}
    </>
  );
}
