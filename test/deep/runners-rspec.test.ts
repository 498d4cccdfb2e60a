// rspec, reached through the environment by whatever starts it.
import { describe, expect, it } from 'vitest';
import type { GateReading } from '../../src/ports/gates.ts';
import { needs } from '../needs/needs.ts';
import { type Files, runnerRoom } from './runner-room.ts';

const check = runnerRoom('rspec with blank-', { asked: { gates: { test: 'rspec' } } });

const all: Files = {
  'spec/a_spec.rb': [
    'RSpec.describe "Adds" do',
    '  it("ok") { expect(1).to eq(1) }',
    '  it "breaks" do',
    '    expect(1).to eq(2)',
    '  end',
    '  xit("later") {}',
    '  context("deep") { it("in") {}; it("some day") { pending("x"); raise "x" } }',
    'end',
  ].join('\n'),
};
const ids = {
  failed: ['spec/a_spec.rb > Adds > breaks'],
  passed: ['spec/a_spec.rb > Adds > ok', 'spec/a_spec.rb > Adds deep > in'],
  skipped: ['spec/a_spec.rb > Adds > later', 'spec/a_spec.rb > Adds deep > some day'],
};

describe('rspec', needs('rspec'), () => {
  it.each<[string, Files, string]>([
    ['its own name', {}, 'rspec'],
    ['a configuration that shows nothing and ends early', { '.rspec': '--fail-fast\n--format failures\n' }, 'rspec'],
    ['a recipe of make', { Makefile: 'test:\n\t@echo first\n\t@rspec\n' }, 'make test'],
    ['a line for a shell', {}, 'echo first; rspec'],
  ])('behind %s: counts and ids', needs('rspec', 'make'), async (_, files, test) => {
    const reading = await check({ ...all, ...files }, { gates: { test } });
    expect(reading).toMatchObject({ verdict: 'failed', ids });
    expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'spec/a_spec.rb', line: 4 }));
  });

  it('one file alone, a file that does not load, and no test', async () => {
    const files = {
      ...all,
      'spec/b_spec.rb': 'RSpec.describe("B") { it("b") {} }',
      'spec/l_spec.rb': 'require "not_there"',
    };
    expect(await check(files, { only: ['spec/b_spec.rb', 'spec/data.json'] })).toMatchObject({ verdict: 'passed' });
    expect((await check(files)).ids?.failed).toEqual(['spec/l_spec.rb']);
    expect(await check({ 'spec/c_spec.rb': '' })).toMatchObject({ verdict: 'failed', why: 'no test was run' });
  });

  const beside = (add: string, more: Files = {}): Promise<GateReading> =>
    check(
      {
        'add.rb': add,
        'spec/add_spec.rb':
          'require_relative "../add"\nRSpec.describe "add" do\n  it("adds") { expect(add(1, 2)).to eq(3) }\nend\n',
        ...more,
      },
      { only: ['spec/add_spec.rb'], canary: { 'spec/add_spec.rb': ['add', 'adds'] } },
    );

  it('tests that must fail stand beside honest ones', async () => {
    expect(await beside('def add(a, b) = a + b\n', { '.rspec': '--example adds\n' })).toMatchObject({
      ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
      ids: { passed: ['spec/add_spec.rb > add > adds'], failed: [], skipped: [] },
    });
  });

  it.each([
    [
      'a patched expectation',
      'require "rspec/expectations"\nmodule RSpec::Expectations; def self.fail_with(*) = nil; end\n',
    ],
    [
      'a patched matcher',
      'require "rspec/expectations"\nclass RSpec::Matchers::BuiltIn::Eq; def matches?(*) = true; end\n',
    ],
    ['a patched example', 'class RSpec::Core::Example; def set_exception(*) = nil; end\n'],
    ['an end of everything', 'at_exit { exit!(0) }\n'],
  ])('%s is found out', async (_, cheat) => {
    const reading = await beside(`${cheat}def add(a, b) = 3\n`);
    expect(reading).toMatchObject({ verdict: 'failed' });
    expect(reading.canary?.kind).not.toBe('failed');
  });
});
