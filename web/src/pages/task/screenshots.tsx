// What the program of a copy showed: pictures that are kept as evidence, each fetched when somebody wants to see it.
import { useSignal } from '@preact/signals';
import type { ScreenshotView } from '../../../../src/contract/task.ts';
import { ask, type Refused } from '../../door/ask.ts';
import { RefusalNotice } from '../../parts/notice.tsx';
import { dateTime } from '../../words/amounts.ts';
import { say } from '../../words/words.ts';

export function Screenshots({
  id,
  screenshots,
}: {
  readonly id: string;
  readonly screenshots: readonly ScreenshotView[];
}) {
  const words = say();
  if (screenshots.length === 0) return null;
  return (
    <section aria-label={words.screenshots}>
      <h3>{words.screenshots}</h3>
      <ul class="plain">
        {screenshots.toReversed().map((each) => (
          <li key={`${each.sha256} ${each.at}`}>
            <Picture id={id} of={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ id, of }: { readonly id: string; readonly of: ScreenshotView }) {
  const words = say();
  const shown = useSignal<string | null>(null);
  const refused = useSignal<Refused | null>(null);
  const { sha256, path, width, height, tree, moved, at } = of;
  const show = async () => {
    const reply = await ask('task.evidence', { task: id, picture: sha256 });
    refused.value = reply.ok ? null : reply;
    if (reply.ok) shown.value = `data:image/png;base64,${reply.data.picture ?? ''}`;
  };
  return (
    <figure class="shot">
      <figcaption>
        <span class="mono">{path}</span>{' '}
        <span class="quiet">
          {width} × {height} · {words.tree.toLowerCase()} <span class="mono">{tree?.slice(0, 8) ?? '–'}</span>
          {moved ? ` (${words.movedMeanwhile})` : ''} · {dateTime(at)} ·{' '}
          <span class="mono" title={sha256}>
            {sha256.slice(0, 12)}
          </span>
        </span>{' '}
        {shown.value === null ? (
          <button type="button" onClick={show} aria-label={`${words.showPicture}: ${path}, ${dateTime(at)}`}>
            {words.showPicture}
          </button>
        ) : (
          <a href={shown.value} download={`${id}-${sha256.slice(0, 12)}.png`}>
            {words.download}
          </a>
        )}
      </figcaption>
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
      {shown.value === null ? null : (
        <img src={shown.value} width={width} height={height} alt={words.pictureOf(path)} />
      )}
    </figure>
  );
}
