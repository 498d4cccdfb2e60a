import { expect, it } from 'vitest';
import { fromBase64, preAuthEncode, toBase64, writeEnvelope } from './envelope.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (told: Uint8Array) => Buffer.from(told).toString('hex');
const statement = '{"_type":"https://in-toto.io/Statement/v1"}';

it('the example of the protocol is encoded as its authors have it', () => {
  expect(Buffer.from(preAuthEncode('http://example.com/HelloWorld', bytes('hello world'))).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
});

// secure-systems-lab/dsse, testvectors/vectors.json
it.each([
  [
    'single-signature',
    'application/vnd.in-toto+json',
    bytes(statement),
    '445353457631203238206170706c69636174696f6e2f766e642e696e2d746f746f2b6a736f6e203433207b225f74797065223a2268747470733a2f2f696e2d746f746f2e696f2f53746174656d656e742f7631227d',
  ],
  [
    'url-safe-base64',
    'application/vnd.in-toto+json',
    fromBase64('-_-_Pj8=') ?? bytes(''),
    '445353457631203238206170706c69636174696f6e2f766e642e696e2d746f746f2b6a736f6e203520fbffbf3e3f',
  ],
  [
    'non-ascii-payload-type',
    'application/vnd.exämple+json',
    bytes(statement),
    '445353457631203239206170706c69636174696f6e2f766e642e6578c3a46d706c652b6a736f6e203433207b225f74797065223a2268747470733a2f2f696e2d746f746f2e696f2f53746174656d656e742f7631227d',
  ],
  [
    'empty-payload',
    'application/vnd.in-toto+json',
    bytes(''),
    '445353457631203238206170706c69636174696f6e2f766e642e696e2d746f746f2b6a736f6e203020',
  ],
  [
    'empty-payload-type',
    '',
    bytes(statement),
    '445353457631203020203433207b225f74797065223a2268747470733a2f2f696e2d746f746f2e696f2f53746174656d656e742f7631227d',
  ],
])('the published vector %s is encoded byte by byte', (_, type, body, encoded) => {
  expect(hex(preAuthEncode(type, body))).toBe(encoded);
});

it('one text stands for one content: what base64 leaves open is refused', () => {
  expect(fromBase64('aGk=')).toEqual(bytes('hi'));
  for (const other of ['aGl=', 'aGk', 'aGk=\n', ' aGk=', 'a*k=', 'aGk=====']) expect(fromBase64(other)).toBeNull();
  const long = Uint8Array.from({ length: 30_000 }, (_, at) => at % 251);
  expect(fromBase64(toBase64(long))).toEqual(long);
});

it('an envelope has the three fields of the form, and says where nobody signed', () => {
  expect(JSON.parse(writeEnvelope('{}', []))).toEqual({
    payload: 'e30=',
    payloadType: 'application/vnd.in-toto+json',
    signatures: [],
  });
});
