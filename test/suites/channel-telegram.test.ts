import { channelSuite } from './channel.suite.ts';
import { aPerson, openRoom } from './telegram-room.ts';

channelSuite('Telegram', async () => {
  const room = await openRoom();
  const ada = aPerson(room);
  await room.pair(ada);
  return {
    channel: room.telegram,
    to: '42',
    ask: () => room.askPerson(),
    answer: async (question) => {
      await room.answerElsewhere(question.id);
      const now = await room.store.read((reads) => reads.question(question.id));
      if (now === null) throw new Error('it is gone');
      return now;
    },
    seen: () => ada.reads.map(({ text }) => text),
    close: () => room.close(),
  };
});
