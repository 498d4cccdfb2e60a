// cargo test, reached through the environment by whatever starts it.
import { describe, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';
import { type Files, runnerRoom } from './runner-room.ts';

const manifest = '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n';
const check = runnerRoom('cargo with blank-', { files: { 'Cargo.toml': manifest } }, 'one');

const apart = runnerRoom('cargo-packages-', {});

const library =
  'pub mod deep;\npub fn add(a: i32, b: i32) -> i32 { a + b }\n#[cfg(test)]\nmod tests {\n    #[test] fn ok() { print!("test tests::bad ... ok"); assert_eq!(super::add(1, 2), 3); }\n    #[test] #[ignore] fn later() {}\n}\n';
const all: Files = {
  'src/lib.rs': library,
  'src/deep/mod.rs': 'pub mod inner { #[cfg(test)] mod tests { #[test] fn deep_one() {} } }\n',
  'tests/a.rs':
    '#[test] fn good() { assert_eq!(m::add(1, 2), 3); }\n#[test] fn bad() {\n    assert_eq!(m::add(1, 2), 4);\n}\n#[test] #[should_panic] fn panics() { panic!("x") }\nmod sub { #[test] fn in_sub() {} }\n',
};
const ids = {
  failed: ['tests/a.rs > bad'],
  passed: [
    'src/deep/mod.rs > inner > tests > deep_one',
    'src/lib.rs > tests > ok',
    'tests/a.rs > good',
    'tests/a.rs > panics',
    'tests/a.rs > sub > in_sub',
  ],
  skipped: ['src/lib.rs > tests > later'],
};

describe('cargo test', needs('cargo'), () => {
  it.each<[string, Files, string]>([
    ['a recipe of make', { Makefile: 'test:\n\t@echo first\n\tcargo test --offline -q\n' }, 'make test'],
    ['a line for a shell', {}, 'echo first; cargo test --offline'],
  ])('behind %s: ids of unit tests and those beside them', needs('make'), async (_, files, test) => {
    const reading = await check({ ...all, ...files }, { gates: { test } });
    expect(reading).toMatchObject({ verdict: 'failed', ids });
    expect(reading.findings).toContainEqual(expect.objectContaining({ file: 'tests/a.rs', line: 3 }));
  });

  it('a file that does not compile stands by its path; a harness of its own by how it ended', async () => {
    const gates = { test: 'cargo test --offline --lib --test b' };
    const broken = { ...all, 'tests/b.rs': '#[test] fn never() { undefined_thing(); }\n' };
    expect(await check(broken, { gates })).toMatchObject({ verdict: 'failed', ids: { failed: ['tests/b.rs'] } });
    const own = {
      ...all,
      'Cargo.toml': `${manifest}\n[[test]]\nname = "b"\nharness = false\n`,
      'tests/b.rs': 'fn main() {}\n',
    };
    const reading = await check(own, { gates });
    expect(reading).toMatchObject({ verdict: 'passed' });
    expect(reading.ids?.passed).toContain('tests/b.rs');
  });

  it('packages that no workspace joins are all tested, each to its end; ids, and files that do not compile, are named from the top', async () => {
    const loose = (name: string, tests: string): Files => ({
      [`${name}/Cargo.toml`]: manifest.replace('"m"', `"${name}"`),
      [`${name}/src/lib.rs`]: 'pub fn one() -> i32 { 1 }\n',
      [`${name}/tests/x.rs`]: `${tests}\n`,
    });
    const fine = { ...loose('a', '#[test] fn is_a() {}'), ...loose('d', '#[test] fn is_d() {}') };
    const passed = ['a/tests/x.rs > is_a', 'd/tests/x.rs > is_d'];
    expect(await apart(fine)).toMatchObject({ verdict: 'passed', ids: { passed, failed: [] } });
    const red = await apart({
      ...{ ...fine, ...loose('b', '#[test] fn never() { gone(); }') },
      ...loose('c', '#[test] fn is_c() { panic!("no") }'),
    });
    expect(red).toMatchObject({
      ...{ verdict: 'failed', ids: { passed, failed: ['b/tests/x.rs', 'c/tests/x.rs > is_c'] } },
      findings: ['c', 'b'].map((name) => expect.objectContaining({ file: `${name}/tests/x.rs`, line: 1 })),
    });
    const broken = await apart({ ...fine, 'd/src/lib.rs': 'pub fn one() -> i32 { "x" }\n' }, { gate: 'build' });
    expect(broken.findings).toMatchObject([{ file: 'd/src/lib.rs', line: 1, what: expect.stringContaining('E0308') }]);
  });

  it('tests that must fail stand beside honest ones, and one that ends everything hides none', async () => {
    const gates = { test: 'cargo test --offline good' };
    const files = { ...all, 'tests/a.rs': '#[test] fn good() { assert_eq!(m::add(1, 2), 3); }\n' };
    const asked = { gates, only: ['tests/a.rs'], canary: { 'tests/a.rs': ['good'] } };
    expect(await check(files, asked)).toMatchObject({
      ...{ verdict: 'passed', canary: { kind: 'failed' }, exit: 0 },
      ids: { passed: ['tests/a.rs > good'], failed: [], skipped: [] },
    });
    const ends = { ...files, 'tests/a.rs': '#[test] fn good() { std::process::exit(0) }\n' };
    expect(await check(ends, asked)).toMatchObject({ verdict: 'failed' });
  });
});
