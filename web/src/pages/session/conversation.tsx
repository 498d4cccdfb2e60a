// What an agent without a terminal said and did last, or what stood on a screen when its program ended.
import { RefusalNotice } from '../../parts/notice.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { useReply } from '../../state/asked.ts';
import { heardOf, ofSessions } from '../../state/live.ts';
import { say } from '../../words/words.ts';

const history = 400;

/** `lines`: of a screen, as they stood; else text that is wrapped. */
export function Conversation({ session, lines }: { readonly session: string; readonly lines: boolean }) {
  const words = say();
  const reply = useReply('session.pane', { session, history }, heardOf.value.get(ofSessions)).value;
  if (reply === null) return <p class="quiet">{words.loading} …</p>;
  if (!reply.ok) return <RefusalNotice refused={reply} />;
  if (reply.data.lines.length === 0) return <p class="quiet">{words.nothingSaid}</p>;
  return (
    <Scroll label={words.conversation}>
      <pre class={lines ? 'code conversation' : 'plain conversation'}>{reply.data.lines.join('\n')}</pre>
    </Scroll>
  );
}
