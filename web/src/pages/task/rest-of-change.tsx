// Files of a change that was too long to be told at once: each is asked for alone when it is unfolded.
import { useState } from 'preact/hooks';
import type { TaskDiff } from '../../../../src/contract/task.ts';
import { Counts, FileLines } from '../../parts/diff-view.tsx';
import { RefusalNotice } from '../../parts/notice.tsx';
import { readDiff } from '../../parts/read-diff.ts';
import type { Talk } from '../../parts/remarks.tsx';
import { useReply } from '../../state/asked.ts';
import { say } from '../../words/words.ts';

type Summary = TaskDiff['by_file'][number];
/** `shown`: whose lines stand above. */
type RestProps = { readonly diff: TaskDiff; readonly shown: ReadonlySet<string>; readonly talk: Talk };

export function RestOfChange({ diff, shown, talk }: RestProps) {
  const words = say();
  const rest = diff.by_file.filter(({ path }) => !shown.has(path));
  const unnamed = diff.files - shown.size - rest.length;
  return (
    <>
      <p class="notice ask">{words.cutDiff}</p>
      <div class="diff">
        {rest.map((file) => (
          <RestFile key={file.path} file={file} diff={diff} talk={talk} />
        ))}
      </div>
      {unnamed > 0 ? <p class="quiet">{words.moreFiles(unnamed)}</p> : null}
    </>
  );
}

type FileProps = { readonly file: Summary; readonly diff: TaskDiff; readonly talk: Talk };

function RestFile({ file: { path, added, removed }, diff, talk }: FileProps) {
  const [asked, setAsked] = useState(false);
  return (
    <details class="file" onToggle={(event) => event.currentTarget.open && setAsked(true)}>
      <summary>
        <span class="path">{path}</span>
        <Counts added={added} removed={removed} />
      </summary>
      {asked ? <AskedFile path={path} diff={diff} talk={talk} /> : null}
    </details>
  );
}

function AskedFile({ path, diff, talk }: Omit<FileProps, 'file'> & { readonly path: string }) {
  const words = say();
  const reply = useReply('task.diff', { task: diff.task, file: path }, diff.tree).value;
  if (reply === null) return <p class="quiet pad">{words.loading} …</p>;
  if (!reply.ok) return <RefusalNotice refused={reply} />;
  return (
    <>
      {readDiff(reply.data.diff).map((file) => (
        <FileLines key={file.path} file={file} talk={talk} />
      ))}
      {reply.data.cut ? <p class="notice ask">{words.cutFile}</p> : null}
    </>
  );
}
