// What every forge keeps to, whoever runs it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/domain/error.ts';
import type { Forge, PullRequest, PullRequestDraft } from '../../src/ports/forge.ts';

export type ForgeRoom = {
  readonly forge: Forge;
  /** How many pull requests there are, however they were made. */
  count(): Promise<number>;
  /** What a reader of the pull request is shown, as text or markup. */
  shown(request: PullRequest): Promise<string>;
  /** A forge made anew over the same state, as after a restart. */
  again(): Forge | Promise<Forge>;
  close(): Promise<void>;
};

export const draft = (change: Partial<PullRequestDraft> = {}): PullRequestDraft => ({
  task: 'shop-1',
  title: 'Fix the price',
  body: '## What\n\nThe price was wrong.',
  branch: 'drover/shop-1',
  base: 'main',
  commit: 'a'.repeat(40),
  ...{ draft: false, labels: [], reviewers: [] },
  diff: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n',
  evidence: [],
  ...change,
});

export function forgeSuite(name: string, makeRoom: () => Promise<ForgeRoom>): void {
  describe(`the forge ${name}`, () => {
    let room: ForgeRoom;
    beforeEach(async () => {
      room = await makeRoom();
    });
    afterEach(() => room.close());

    test('finds no pull request where none was opened', async () => {
      expect(await room.forge.find('shop-1', 'drover/shop-1')).toEqual({ ok: true, value: null });
    });

    test('finds what it opened, also after a restart', async () => {
      const opened = must(await room.forge.open(draft()));
      expect(opened.state).toBe('open');
      expect(must(await room.forge.find('shop-1', 'drover/shop-1'))).toEqual(opened);
      expect(must(await (await room.again()).find('shop-1', 'drover/shop-1'))).toEqual(opened);
    });

    test('CM-51 opening again gives the one that is there', async () => {
      const first = must(await room.forge.open(draft()));
      expect(must(await (await room.again()).open(draft()))).toEqual(first);
      expect(await room.count()).toBe(1);
    });

    test('a new commit of the branch keeps its pull request', async () => {
      const first = must(await room.forge.open(draft()));
      expect(must(await room.forge.open(draft({ commit: 'b'.repeat(40) }))).address).toBe(first.address);
      expect(await room.count()).toBe(1);
    });

    test('two tasks and two branches are told apart', async () => {
      const first = must(await room.forge.open(draft()));
      const second = must(await room.forge.open(draft({ task: 'shop-2', branch: 'drover/shop-2' })));
      expect(second.address).not.toBe(first.address);
      expect(must(await room.forge.find('shop-1', 'drover/shop-1'))?.address).toBe(first.address);
      expect(must(await room.forge.find('shop-2', 'drover/shop-2'))?.address).toBe(second.address);
      expect(must(await room.forge.find('shop-2', 'drover/shop'))).toBeNull();
    });

    test('title and body reach the reader', async () => {
      const shown = await room.shown(must(await room.forge.open(draft({ title: 'Prices & <taxes>' }))));
      expect(shown).toMatch(/Prices (&|&amp;) (<|&lt;)taxes(>|&gt;)/);
      expect(shown).toContain('The price was wrong.');
    });
  });
}

const must = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.error_code}: ${result.failure.message}`);
};
