// One question as it stands, told whenever it is reworded, until it is over.
import type { Stream } from '../ports.ts';
import { watchFor } from '../shared/watch.ts';
import { findQuestion } from './find.ts';
import { viewQuestions } from './list.ts';

export const watchQuestion: Stream<'question.watch'> = async function* ({ store, sha256, bell }, input, _, signal) {
  const look = () =>
    store.read(async (reads) => {
      const [seen] = await viewQuestions(reads, [await findQuestion(reads, input.question)], sha256);
      return seen as NonNullable<typeof seen>;
    });
  let told = '';
  for (;;) {
    const news = await watchFor(bell, signal, async () => {
      const seen = await look();
      return JSON.stringify(seen) === told ? null : seen;
    });
    if (news === null) return { question: await look() };
    if (news.state !== 'open') return { question: news };
    told = JSON.stringify(news);
    yield news;
  }
};
