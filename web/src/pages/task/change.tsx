// All that a task changed since its base, and what a person says of its lines: collected over files, and sent to the agent as one attempt.
import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { TaskDiff } from '../../../../src/contract/task.ts';
import { ask, type Refused } from '../../door/ask.ts';
import { Counts, DiffView } from '../../parts/diff-view.tsx';
import { RefusalNotice } from '../../parts/notice.tsx';
import { readDiff } from '../../parts/read-diff.ts';
import { Remark, type Talk } from '../../parts/remarks.tsx';
import { useReply } from '../../state/asked.ts';
import {
  commentOn,
  isAt,
  keepComments,
  type PlacedComment,
  place,
  readComments,
  toWords,
} from '../../state/comments.ts';
import { heardOf, world } from '../../state/live.ts';
import { say } from '../../words/words.ts';
import { RestOfChange } from './rest-of-change.tsx';

export function ChangeTab({ id }: { readonly id: string }) {
  const reply = useReply('task.diff', { task: id }, heardOf.value.get(id)).value;
  const words = say();
  if (reply === null) return <p class="quiet">{words.loading} …</p>;
  if (reply.ok && reply.data.diff !== '') return <Change diff={reply.data} />;
  return reply.ok || reply.error_code === 'PATH_NOT_FOUND' ? (
    <p class="quiet">{words.noChange}</p>
  ) : (
    <RefusalNotice refused={reply} />
  );
}

function Change({ diff }: { readonly diff: TaskDiff }) {
  const words = say();
  // Of one that was cut, the last file may be only begun.
  const files = useMemo(() => readDiff(diff.diff).slice(0, diff.cut ? -1 : undefined), [diff.diff, diff.cut]);
  const open = useSignal<string | null>(null);
  const placed = place(readComments(diff.task), files, diff.tree ?? '');
  const talk = talkOf(diff, placed, open);
  return (
    <>
      <p class="sum">
        {words.filesChanged(diff.files)} <Counts added={diff.added} removed={diff.removed} />
      </p>
      <Comments diff={diff} placed={placed} talk={talk} />
      <DiffView files={files} talk={talk} />
      {diff.cut ? <RestOfChange diff={diff} shown={new Set(files.map(({ path }) => path))} talk={talk} /> : null}
    </>
  );
}

function talkOf({ task, tree = '' }: TaskDiff, placed: readonly PlacedComment[], open: Signal<string | null>): Talk {
  const kept = () => readComments(task);
  return {
    open,
    at: (path, line) => placed.filter((each) => isAt(each, path, line)),
    add: (path, line, text) => {
      const made = commentOn(tree, path, line, text);
      if (made !== null) keepComments(task, [...kept(), made]);
    },
    remove: (comment) => {
      const same = JSON.stringify(comment);
      keepComments(
        task,
        kept().filter((each) => JSON.stringify(each) !== same),
      );
    },
    draftOf: (where) => `comment.${task}.${where}`,
  };
}

type CommentsProps = { readonly diff: TaskDiff; readonly placed: readonly PlacedComment[]; readonly talk: Talk };

/** What was collected, how it stands to the change as it is now, and the way to send it. */
function Comments({ diff, placed, talk }: CommentsProps) {
  const refused = useSignal<Refused | null>(null);
  const said = useSignal('');
  const words = say();
  const send = async () => {
    const reply = await tell(diff.task, toWords(placed));
    refused.value = reply.ok ? null : reply;
    if (!reply.ok) return;
    keepComments(diff.task, []);
    said.value = words.commentsSent(placed.length);
  };
  const nowhere = placed.filter(({ line }) => line === null);
  return (
    <section class="comments" aria-label={words.comments}>
      {placed.length === 0 ? (
        <p class="quiet">{words.commentHint}</p>
      ) : (
        <div class="actions">
          <button type="button" class="primary" onClick={send}>
            {words.sendComments(placed.length)}
          </button>
          <button type="button" onClick={() => keepComments(diff.task, [])}>
            {words.discardComments}
          </button>
        </div>
      )}
      <p role="status">{said.value === '' ? '' : `✓ ${said.value}`}</p>
      {placed.some(({ moved }) => moved) ? <p class="notice ask">! {words.changeMoved}</p> : null}
      {nowhere.map((each) => (
        <Remark key={each.comment.text} placed={each} remove={talk.remove} />
      ))}
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
    </section>
  );
}

/** Where the whole is asked about, they are the answer that it is to be changed, bound to what was shown; else its agent hears them at its next turn. */
function tell(task: string, text: string) {
  const asked = world.value?.questions.find(
    (question) =>
      question.task === task && question.kind === 'submit' && question.choices.some(({ id }) => id === 'change'),
  );
  return asked === undefined
    ? ask('task.say', { task, text })
    : ask('question.answer', { question: asked.id, choice: 'change', words: text, binding: asked.binding });
}
