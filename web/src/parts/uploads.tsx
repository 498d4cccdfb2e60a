// Files that go with a task: chosen, dropped or pasted. They are brought at once, and what was brought is kept over a reload.
import { type Signal, useSignal } from '@preact/signals';
import type { Uploaded } from '../../../src/contract/web.ts';
import { type Refused, upload } from '../door/ask.ts';
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

/** `kept`: as text, so that it can be a draft. */
export function Uploads({ kept }: { readonly kept: Signal<string> }) {
  const words = say();
  const under = useSignal(0);
  const refused = useSignal<Refused | null>(null);
  const uploads = readUploads(kept.value);
  const keep = (list: readonly Uploaded[]) => {
    kept.value = list.length === 0 ? '' : JSON.stringify(list);
  };
  const bring = async (files: readonly File[]) => {
    refused.value = null;
    under.value += files.length;
    for (const file of files) {
      const reply = await upload(file);
      under.value -= 1;
      if (reply.ok) keep([...readUploads(kept.value), reply.data]);
      else refused.value = reply;
    }
  };
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
        {under.value > 0 ? words.bringing(under.value) : words.attachHint}
      </span>
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
      <ul>
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
