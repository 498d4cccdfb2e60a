import { expect, it } from 'vitest';
import { wantsLogin } from './wants-login.ts';

it.each([
  ['npm error code E401\nnpm error Incorrect or missing password.', true],
  ['npm error code E403\nnpm error 403 403 Forbidden - GET https://npm.acme.example/x', true],
  ['npm error code ENEEDAUTH', true],
  ['npm error need auth', false],
  ['➤ YN0041: │ @acme/x@npm:1.0.0: Invalid authentication (as an unknown user)', true],
  ['error An unexpected error occurred: "https://npm.acme.example/x: Request failed \\"401 Unauthorized\\"".', true],
  ['ERROR: HTTP error 401 while getting https://pypi.acme.example/x', true],
  ['requests.exceptions.HTTPError: 403 Client Error: Forbidden for url', true],
  [
    'error: Failed to fetch: `https://pypi.acme.example/x`\n  HTTP status client error (401 Unauthorized) for url',
    true,
  ],
  ['error: failed to get successful HTTP response from `https://crates.acme.example`, got 401', true],
  ['error: failed to download\n  no token found\n  server responded with 403', true],
  ["fatal: could not read Username for 'https://git.acme.example': terminal prompts disabled", true],
  ["fatal: Authentication failed for 'https://git.acme.example/x'", true],
  ['npm error 404 Not Found - GET https://registry.npmjs.org/x', false],
  ['1 failed, 401 passed', false],
  ['src/a.py:403:1: F401 unused', false],
  ['', false],
])('%j: %s', (said, is) => {
  expect(wantsLogin(said)).toBe(is);
});
