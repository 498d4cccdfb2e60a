// A session's terminal on the page: looked at, and typed into by who asked for that. What draws it is loaded when one is opened.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { RefusalNotice } from '../parts/notice.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { say } from '../words/words.ts';
import type { LineState, Right } from './line.ts';
import type { Screen } from './screen.ts';

export function TerminalView({ session }: { readonly session: string }) {
  const words = say();
  const right = useSignal<Right>('look');
  const state = useSignal<LineState>({ kind: 'connecting' });
  const text = useSignal<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const types = right.value === 'type';
  useEffect(() => {
    let gone = false;
    state.value = { kind: 'connecting' };
    const open = async () => {
      const { openScreen } = await import('./screen.ts');
      if (gone || place.current === null) return;
      screen.current = openScreen(place.current, {
        session,
        right: right.value,
        label: words.terminalOf(session),
        state: (told) => {
          state.value = told;
        },
        leave: () => {
          right.value = 'look';
          toggle.current?.focus();
        },
      });
      if (right.value === 'type') screen.current.focus();
    };
    open().catch(() => {
      state.value = { kind: 'lost' };
    });
    return () => {
      gone = true;
      screen.current?.close();
      screen.current = null;
    };
  }, [session, right.value]);
  return (
    <section class="terminal-box" aria-label={words.terminal}>
      <div class="actions terminal-bar">
        {state.value.kind === 'ended' ? null : (
          <button
            ref={toggle}
            type="button"
            class={types ? 'primary' : ''}
            aria-pressed={types}
            onClick={() => {
              right.value = types ? 'look' : 'type';
            }}
          >
            {words.typeHere}
          </button>
        )}
        <button
          type="button"
          aria-pressed={text.value !== null}
          onClick={() => {
            text.value = text.value === null ? (screen.current?.text() ?? '') : null;
          }}
        >
          {words.asText}
        </button>
        <span class="quiet">{types ? words.youType : words.youLook}</span>
        <LineStanding state={state.value} />
      </div>
      {state.value.kind === 'refused' ? <RefusalNotice refused={state.value.refusal} /> : null}
      {text.value === null ? null : (
        <Scroll label={words.asText}>
          <pre class="plain">{text.value}</pre>
        </Scroll>
      )}
      <div
        class="terminal-place"
        ref={place}
        data-typing={types ? '' : undefined}
        hidden={state.value.kind === 'refused'}
      />
    </section>
  );
}

function LineStanding({ state: { kind } }: { readonly state: LineState }) {
  const words = say();
  const told = {
    connecting: ['○', 'quiet', words.connecting],
    live: ['●', 'good', words.live],
    lost: ['✗', 'bad', words.reconnects],
    ended: ['–', 'quiet', words.programEnded],
    refused: ['✗', 'bad', ''],
  } as const;
  const [sign, tone, word] = told[kind];
  return (
    <span class={`sign ${tone} line-state`} data-line={kind} role="status">
      <span class="mark" aria-hidden="true">
        {sign}
      </span>
      <span>{word}</span>
    </span>
  );
}
