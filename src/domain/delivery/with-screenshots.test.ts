import { expect, it } from 'vitest';
import type { Screenshot } from '../place/screenshot.ts';
import { withScreenshots } from './with-screenshots.ts';

const one: Screenshot = {
  ...{ path: '/cart', width: 1280, height: 800, port: 4100, bytes: 9, at: 1 },
  ...{ sha256: 'a1', tree: 'f'.repeat(40) },
};

it('U3 a pull request names what was seen of its change, in which a path is no link, name or number, and stays as it is where nothing was', () => {
  expect(withScreenshots('Why\n', [])).toBe('Why\n');
  expect(withScreenshots('Why\n', [one])).toBe(
    'Why\n\n## Screenshots\n- `/cart`, 1280 × 800, of tree ffffffffffff, SHA-256 `a1`\n',
  );
  const asks = withScreenshots('Why', [{ ...one, path: '/x`@acme/all [a](https://evil.example) #12' }]);
  expect(asks).toContain('- `/x%60@acme/all [a](https://evil.example) #12`, 1280');
  const many = Array.from({ length: 30 }, (_, at) => ({ ...one, sha256: `b${at}.` }));
  const body = withScreenshots('Why', many);
  expect(body).not.toContain('`b9.`');
  expect(body).toContain('`b10.`');
  expect(body).toContain('`b29.`');
});
