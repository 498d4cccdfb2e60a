import { expect, it } from 'vitest';
import { numberParameters } from './transaction.ts';

it('numbers the question marks and leaves what stands in quotes', () => {
  expect(numberParameters(`select '?' as "?", ? from t where a = ? and b = 'it''s ?'`)).toBe(
    `select '?' as "?", $1 from t where a = $2 and b = 'it''s ?'`,
  );
});
