// A change, file by file. What is long is drawn when it is asked for.
import { useState } from 'preact/hooks';
import { say } from '../words/words.ts';
import type { DiffFile, DiffLine, DiffPart } from './read-diff.ts';
import { placeOf, Remarks, type Talk } from './remarks.tsx';
import { Scroll } from './scroll.tsx';

/** Lines of a file that are drawn at once. */
const mostLines = 400;
/** Characters of a line that are drawn at once. */
const mostCharacters = 2_000;

/** `talk`: its lines may be spoken of. */
export function DiffView({ files, talk }: { readonly files: readonly DiffFile[]; readonly talk: Talk }) {
  return (
    <div class="diff">
      {files.map((file) => (
        <FileView key={file.path} file={file} talk={talk} />
      ))}
    </div>
  );
}

function FileView({ file, talk }: { readonly file: DiffFile; readonly talk: Talk }) {
  const words = say();
  const lines = file.parts.reduce((sum, part) => sum + part.lines.length, 0);
  const [whole, setWhole] = useState(lines <= mostLines);
  return (
    <details class="file" open>
      <summary>
        <span class="path">{file.path}</span>
        {file.state === 'new' ? <span class="tag">{words.newFile}</span> : null}
        {file.state === 'gone' ? <span class="tag">{words.goneFile}</span> : null}
        {file.from === null ? null : <span class="tag">{words.movedFile(file.from)}</span>}
        <Counts added={file.added} removed={file.removed} />
      </summary>
      {file.binary ? <p class="quiet pad">{words.binary}</p> : null}
      {whole ? (
        <Scroll label={file.path}>
          <table class="lines" onKeyDown={stepLines}>
            <tbody>
              {file.parts.map((part, index) => (
                <PartView key={index} part={part} path={file.path} talk={talk} first={index === 0} />
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : (
        <p class="pad">
          <button type="button" onClick={() => setWhole(true)}>
            {words.showFile(lines)}
          </button>
        </p>
      )}
    </details>
  );
}

export const Counts = ({ added, removed }: { readonly added: number; readonly removed: number }) => (
  <span class="counts">
    <span class="good">+{added}</span> <span class="bad">−{removed}</span>
  </span>
);

/** One line of a table is reached by Tab, the others from there by arrows. */
function stepLines(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.target instanceof HTMLElement) || !event.target.matches('.speak')) return;
  const all = [...(event.target.closest('table')?.querySelectorAll<HTMLElement>('.speak') ?? [])];
  all[all.indexOf(event.target) + by]?.focus();
  event.preventDefault();
}

type PartProps = {
  readonly part: DiffPart;
  readonly path: string;
  readonly talk: Talk;
  /** Of its file. */
  readonly first: boolean;
};

function PartView({ part, path, talk, first }: PartProps) {
  return (
    <>
      <tr class="head">
        <td class="number" />
        <td class="number" />
        <td class="text">{part.head === '' ? '⋯' : `⋯ ${part.head}`}</td>
      </tr>
      {part.lines.map((line, index) => (
        <LineView key={index} line={line} path={path} talk={talk} first={first && index === 0} />
      ))}
    </>
  );
}

const signs = { same: ' ', added: '+', removed: '−', note: ' ' } as const;

type LineProps = { readonly line: DiffLine; readonly path: string; readonly talk: Talk; readonly first: boolean };

function LineView({ line, path, talk, first }: LineProps) {
  const [all, setAll] = useState(false);
  const left = line.text.length - mostCharacters;
  const text = all || left <= 0 ? line.text : line.text.slice(0, mostCharacters);
  const speak = (number: number | null) => <Speak number={number} line={line} path={path} talk={talk} first={first} />;
  return (
    <>
      <tr class={line.kind}>
        <td class="number">{line.kind === 'removed' ? speak(line.before) : line.before}</td>
        <td class="number">{line.kind === 'removed' ? null : speak(line.after)}</td>
        <td class="text">
          <span class="mark">{signs[line.kind]}</span>
          {text}
          {left > 0 && !all ? (
            <button type="button" class="inline" onClick={() => setAll(true)}>
              {say().longLine(left)}
            </button>
          ) : null}
        </td>
      </tr>
      <Remarks talk={talk} path={path} line={line} />
    </>
  );
}

/** A line's number, by which it is spoken of. */
function Speak({ number, line, path, talk, first }: LineProps & { readonly number: number | null }) {
  if (number === null) return null;
  return (
    <button
      type="button"
      class="speak"
      tabIndex={first ? 0 : -1}
      aria-label={say().commentOn(placeOf(path, line))}
      onClick={() => {
        talk.open.value = placeOf(path, line);
      }}
    >
      {number}
    </button>
  );
}
