// What is said beside a line of a change: the comments that stand there, and the field for another.
import type { Signal } from '@preact/signals';
import type { LineComment, PlacedComment } from '../state/comments.ts';
import { draft } from '../state/drafts.ts';
import { say } from '../words/words.ts';
import type { DiffLine } from './read-diff.ts';

/** What a change that may be spoken of knows. `open`: at which line somebody writes. */
export type Talk = {
  readonly open: Signal<string | null>;
  readonly at: (path: string, line: DiffLine) => readonly PlacedComment[];
  readonly add: (path: string, line: DiffLine, text: string) => void;
  readonly remove: (comment: LineComment) => void;
  /** Its name for words that are not saved yet. */
  readonly draftOf: (place: string) => string;
};

type Here = { readonly talk: Talk; readonly path: string; readonly line: DiffLine };

export const placeOf = (path: string, { kind, before, after }: DiffLine): string =>
  `${path}:${kind === 'removed' ? `-${before}` : after}`;

export function Remarks({ talk, path, line }: Here) {
  const there = talk.at(path, line);
  const writes = talk.open.value === placeOf(path, line);
  if (there.length === 0 && !writes) return null;
  return (
    <tr class="remarks">
      <td colSpan={3}>
        {there.map((placed) => (
          <Remark key={placed.comment.text} placed={placed} remove={talk.remove} />
        ))}
        {writes ? <Editor talk={talk} path={path} line={line} /> : null}
      </td>
    </tr>
  );
}

type RemarkProps = { readonly placed: PlacedComment; readonly remove: (comment: LineComment) => void };

export function Remark({ placed: { comment, moved, line }, remove }: RemarkProps) {
  const words = say();
  return (
    <div class="remark">
      <p>{comment.text}</p>
      <p class="quiet">
        {moved && line !== null ? `! ${words.lineMoved(comment.line)} · ` : ''}
        {moved && line === null ? `! ${words.lineGone(`${comment.path}:${comment.line}`)} · ` : ''}
        <button type="button" class="inline" onClick={() => remove(comment)}>
          {words.remove}
        </button>
      </p>
    </div>
  );
}

function Editor({ talk, path, line }: Here) {
  const words = say();
  const text = draft(talk.draftOf(placeOf(path, line)));
  const save = (event: Event) => {
    event.preventDefault();
    if (text.value.trim() === '') return;
    talk.add(path, line, text.value);
    text.value = '';
    talk.open.value = null;
  };
  return (
    <form class="remark" onSubmit={save}>
      <label class="field">
        <span>{words.commentOn(placeOf(path, line))}</span>
        <textarea
          rows={3}
          ref={(field) => field?.focus()}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <div class="actions">
        <button type="submit" class="primary">
          {words.keepComment}
        </button>
        <button
          type="button"
          onClick={() => {
            talk.open.value = null;
          }}
        >
          {words.close}
        </button>
      </div>
    </form>
  );
}
