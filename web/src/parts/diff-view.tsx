// A change, file by file. What is long is drawn when it is asked for.
import { useState } from 'preact/hooks';
import { say } from '../words/words.ts';
import { languageOf, readPieces } from './code-pieces.ts';
import { type DiffFile, type DiffLine, type DiffPart, firstLines, linesOf } from './read-diff.ts';
import { placeOf, Remarks, type Talk } from './remarks.tsx';
import { Scroll } from './scroll.tsx';

/** Lines that are drawn at once: of a file, of all files before the others are folded, and when somebody wants more. */
const most = { ofFile: 400, ofAll: 3_000, more: 2_000 };
/** Characters of a line that are drawn at once, and when somebody wants more. */
const mostCharacters = { first: 2_000, more: 50_000 };

/** `talk`: its lines may be spoken of. */
export function DiffView({ files, talk }: { readonly files: readonly DiffFile[]; readonly talk: Talk }) {
  let before = 0;
  return (
    <div class="diff">
      {files.map((file) => {
        const open = before < most.ofAll;
        before += Math.min(linesOf(file), most.ofFile);
        return <FileView key={file.path} file={file} talk={talk} open={open} />;
      })}
    </div>
  );
}

type FileProps = { readonly file: DiffFile; readonly talk: Talk };

/** What is folded is drawn when it is unfolded. */
function FileView({ file, talk, open }: FileProps & { readonly open: boolean }) {
  const words = say();
  const [begins] = useState(open);
  const [drawn, setDrawn] = useState(open);
  return (
    <details class="file" open={begins} onToggle={(event) => event.currentTarget.open && setDrawn(true)}>
      <summary>
        <span class="path">{file.path}</span>
        {file.state === 'new' ? <span class="tag">{words.newFile}</span> : null}
        {file.state === 'gone' ? <span class="tag">{words.goneFile}</span> : null}
        {file.from === null ? null : <span class="tag">{words.movedFile(file.from)}</span>}
        <Counts added={file.added} removed={file.removed} />
      </summary>
      {drawn ? <FileLines file={file} talk={talk} /> : null}
    </details>
  );
}

export function FileLines({ file, talk }: FileProps) {
  const words = say();
  const [upTo, setUpTo] = useState(most.ofFile);
  const left = linesOf(file) - upTo;
  if (file.binary) return <p class="quiet pad">{words.binary}</p>;
  return (
    <>
      <Scroll label={file.path}>
        <table class="lines" onKeyDown={stepLines}>
          <tbody>
            {firstLines(file.parts, upTo).map((part, index) => (
              <PartView key={index} part={part} path={file.path} talk={talk} first={index === 0} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {left <= 0 ? null : (
        <p class="pad">
          <button type="button" onClick={() => setUpTo(upTo + most.more)}>
            {words.moreLines(Math.min(left, most.more), left)}
          </button>
        </p>
      )}
    </>
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
  const [upTo, setUpTo] = useState(mostCharacters.first);
  const left = line.text.length - upTo;
  const text = left <= 0 ? line.text : line.text.slice(0, upTo);
  const speak = (number: number | null) => <Speak number={number} line={line} path={path} talk={talk} first={first} />;
  return (
    <>
      <tr class={line.kind}>
        <td class="number">{line.kind === 'removed' ? speak(line.before) : line.before}</td>
        <td class="number">{line.kind === 'removed' ? null : speak(line.after)}</td>
        <td class="text">
          <span class="mark">{signs[line.kind]}</span>
          <Code text={text} path={path} />
          {left > 0 ? (
            <button type="button" class="inline" onClick={() => setUpTo(upTo + mostCharacters.more)}>
              {say().longLine(left)}
            </button>
          ) : null}
        </td>
      </tr>
      <Remarks talk={talk} path={path} line={line} />
    </>
  );
}

function Code({ text, path }: { readonly text: string; readonly path: string }) {
  const pieces = readPieces(text, languageOf(path));
  return (
    <>
      {pieces.map((piece, index) =>
        piece.kind === null ? (
          piece.text
        ) : (
          <span key={index} class={`code-${piece.kind}`}>
            {piece.text}
          </span>
        ),
      )}
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
