// Files that go with a task: chosen, dropped or pasted. They are brought at once, and what was brought is kept over a reload.
import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Uploaded } from '../../../src/contract/web.ts';
import { isPassing, type Refused, upload } from '../door/ask.ts';
import { reconnects } from '../state/live.ts';
import { say } from '../words/words.ts';
import { RefusalNotice } from './notice.tsx';

export const readUploads = (text: string): readonly Uploaded[] => {
  try {
    const kept = JSON.parse(text) as unknown;
    return Array.isArray(kept) ? (kept as Uploaded[]) : [];
  } catch {
    return [];
  }
};

type NotBrought = { readonly file: File; readonly refused: Refused };
/** As long as this page stands: a browser keeps no file over a reload. */
const notBrought = signal<readonly NotBrought[]>([]);
const underWay = signal(0);
/** A task that is stated now would be without them. */
export const stillToBring = (): number => notBrought.value.length + underWay.value;

/** `kept`: as text, so that it can be a draft. */
export function Uploads({ kept }: { readonly kept: Signal<string> }) {
  const words = say();
  const uploads = readUploads(kept.value);
  const keep = (list: readonly Uploaded[]) => {
    kept.value = list.length === 0 ? '' : JSON.stringify(list);
  };
  const bring = async (files: readonly File[]) => {
    underWay.value += files.length;
    for (const file of files) {
      const reply = await upload(file);
      underWay.value -= 1;
      if (reply.ok) keep([...readUploads(kept.value), reply.data]);
      else notBrought.value = [...notBrought.value, { file, refused: reply }];
    }
  };
  const bringAgain = (wanted: (each: NotBrought) => boolean) => {
    const again = notBrought.value.filter(wanted);
    notBrought.value = notBrought.value.filter((each) => !again.includes(each));
    void bring(again.map(({ file }) => file));
  };
  useEffect(() => bringAgain(({ refused }) => isPassing(refused)), [reconnects.value]);
  return (
    <section
      class="uploads"
      aria-label={words.attach}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void bring([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label class="button">
        {words.attach}
        <input
          type="file"
          class="unseen"
          multiple
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            void bring(files);
          }}
        />
      </label>{' '}
      <span class="quiet" role="status">
        {underWay.value > 0 ? words.bringing(underWay.value) : words.attachHint}
      </span>
      <ul>
        {notBrought.value.map((each) => (
          <li key={each.file}>
            <span class="mono">{each.file.name}</span> <RefusalNotice refused={each.refused} />
            <button
              type="button"
              aria-label={`${words.tryAgain}: ${each.file.name}`}
              onClick={() => bringAgain((one) => one === each)}
            >
              {words.tryAgain}
            </button>{' '}
            <button
              type="button"
              class="inline"
              aria-label={`${words.remove} ${each.file.name}`}
              onClick={() => {
                notBrought.value = notBrought.value.filter((one) => one !== each);
              }}
            >
              {words.remove}
            </button>
          </li>
        ))}
        {uploads.map(({ name, path, bytes }) => (
          <li key={path}>
            <span class="mono">{name}</span> <span class="quiet">{sizeOf(bytes)}</span>{' '}
            <button
              type="button"
              class="inline"
              aria-label={`${words.remove} ${name}`}
              onClick={() => keep(uploads.filter((each) => each.path !== path))}
            >
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 ** 2
      ? `${(bytes / 1024).toFixed(0)} KB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
