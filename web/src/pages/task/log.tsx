// What happened to a task, newest last.
import { RefusalNotice } from '../../parts/notice.tsx';
import { useReply } from '../../state/asked.ts';
import { heardOf } from '../../state/live.ts';
import { clockTime, dateTime } from '../../words/amounts.ts';
import { told } from '../../words/told.ts';
import { say } from '../../words/words.ts';

const most = 1000;

export function LogTab({ id }: { readonly id: string }) {
  const reply = useReply('task.log', { task: id, lines: most }, heardOf.value.get(id)).value;
  const words = say();
  if (reply === null) return <p class="quiet">{words.loading} …</p>;
  if (!reply.ok) return <RefusalNotice refused={reply} />;
  if (reply.data.lines.length === 0) return <p class="quiet">{words.noLog}</p>;
  return (
    <ol class="log">
      {reply.data.lines.map(({ at, thing, text }, index) => (
        <li key={index}>
          <time dateTime={new Date(at).toISOString()} title={dateTime(at)}>
            {clockTime(at)}
          </time>
          <span class="mono quiet">{thing === id ? '' : thing.replace(`${id}/`, '')}</span>
          <span>{told(text)}</span>
        </li>
      ))}
    </ol>
  );
}
