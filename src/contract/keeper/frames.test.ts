import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrame, FrameReader } from './frames.ts';

test('frames come out as they went in, wherever the stream was cut', () => {
  const frame = fc.record({ text: fc.string(), payload: fc.uint8Array({ maxLength: 40 }) });
  fc.assert(
    fc.property(fc.array(frame), fc.integer({ min: 1, max: 30 }), (frames, step) => {
      const stream = Buffer.concat(frames.map(({ text, payload }) => encodeFrame({ text }, payload)));
      const reader = new FrameReader();
      const out = [];
      for (let at = 0; at < stream.length; at += step) out.push(...reader.push(stream.subarray(at, at + step)));
      const read = out.map(({ message, payload }) => ({
        text: (message as { text: string }).text,
        payload: [...payload],
      }));
      expect(read).toEqual(frames.map(({ text, payload }) => ({ text, payload: [...payload] })));
    }),
  );
});

test('what is no frame is refused', () => {
  for (const line of ['nonsense\n', '7\n', 'null\n', '{"payload":-1}\n', '{"payload":1e12}\n', '{"payload":"x"}\n'])
    expect(() => new FrameReader().push(Buffer.from(line))).toThrow();
});

test('a line without an end is refused before it fills the memory', () => {
  const reader = new FrameReader();
  const endless = () => {
    for (let megabyte = 0; megabyte < 20; megabyte++) reader.push(Buffer.alloc(1024 * 1024, 'x'));
  };
  expect(endless).toThrow('longer');
});

test('a limit that is raised after a frame holds for the next one, also where both came at once', () => {
  const reader = new FrameReader({ line: 40, payload: 0 });
  const call = encodeFrame({ text: 'x'.repeat(100) }, Buffer.from('bytes'));
  const both = Buffer.concat([encodeFrame({ hello: 1 }), call]);
  const heard = [];
  for (const { message } of reader.each(both)) {
    heard.push(message);
    reader.limits = { line: 200, payload: 10 };
  }
  expect(heard).toMatchObject([{ hello: 1 }, { text: expect.any(String) }]);
  expect(() => [...new FrameReader({ line: 40, payload: 0 }).each(both)]).toThrow();
});
