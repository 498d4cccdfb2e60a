import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everywhere } from '../../../contract/cli/word.ts';
import { words } from '../../../contract/cli/words.ts';
import { nearest } from '../../../contract/typed/typed-words.ts';
import { flagsOf } from './flags.ts';
import { type Parsed, parse } from './parse.ts';
import { insteadOfText, synonyms, verbs } from './synonyms.ts';

const line = (text: string): Parsed => parse(text.split(' ').filter(Boolean));
const valuesOf = (parsed: Parsed) => (parsed.kind === 'command' ? parsed.values : parsed);
const refusalOf = (parsed: Parsed) =>
  parsed.kind === 'refused'
    ? [parsed.failure.error_code, parsed.failure.message, parsed.failure.details?.hint]
    : parsed;

describe('a command line', () => {
  it('without anything is the board', () => {
    expect(line('')).toMatchObject({ kind: 'command', word: { request: 'service.board' }, output: 'text' });
    expect(line('--json')).toMatchObject({ kind: 'command', word: { request: 'service.board' }, output: 'json' });
  });

  it('has positionals, flags long and short, in any order', () => {
    expect(valuesOf(parse(['do', 'fix', 'it', '-w', 'shop', '--until=plan', '-d']))).toEqual({
      text: 'fix it',
      workspace: 'shop',
      until: 'plan',
      detach: true,
    });
    expect(valuesOf(line('task list -a'))).toEqual({ all: true });
  });

  it('takes `--flag=V` like `--flag V`, `-` and a negative number as values', () => {
    expect(valuesOf(line('do x --branch=a'))).toEqual(valuesOf(line('do x --branch a')));
    expect(valuesOf(line('do -f -'))).toEqual({ file: ['-'] });
    expect(refusalOf(line('task log -n -5'))).toEqual([
      'USAGE',
      '`--lines` needs a number from 0 on, not `-5`.',
      'See `drover help task log`.',
    ]);
  });

  it.each(['-1', '0', '1', '10', '2.5', 'three'])('takes no number that nobody could mean: --best-of %s', (said) => {
    expect(refusalOf(parse(['do', 'x', '--best-of', said]))).toEqual([
      'USAGE',
      `\`--best-of\` needs a whole number from 2 to 9, not \`${said}\`.`,
      'See `drover help do`.',
    ]);
    expect(valuesOf(line('do x --best-of 9'))).toMatchObject({ 'best-of': 9 });
  });

  it('makes a list of `--yes a,b --yes c`', () => {
    expect(valuesOf(line('do x --yes proceed,plan -y submit'))).toMatchObject({ yes: ['proceed', 'plan', 'submit'] });
  });

  it.each(['', ' , '])('PC-69 takes no list of nothing, as of a variable that is empty: %j', (said) => {
    expect(refusalOf(parse(['run', 'go on', '--resume', said]))).toEqual([
      'USAGE',
      '`--resume` needs a value.',
      'See `drover help run`.',
    ]);
  });

  it('leaves all after -- alone', () => {
    expect(valuesOf(parse(['task', 'say', 'a-1', '--', '--json', '-x']))).toEqual({ task: 'a-1', text: '--json -x' });
    expect(parse(['task', 'say', 'a-1', '--', '--json']).output).toBe('text');
  });

  it.each(['--plain', '--plain ps', 'ps --plain', '--json --plain task list'])(
    'knows that %s wants plain lines',
    (text) => {
      expect(valuesOf(line(text))).toMatchObject({ plain: true });
    },
  );

  it('knows --json before and after the command, and --jsonl', () => {
    expect([line('--json ps').output, line('ps --json').output, line('task watch --jsonl').output]).toEqual([
      'json',
      'json',
      'jsonl',
    ]);
  });

  it('asks for help anywhere, and for the version', () => {
    expect(line('--help')).toMatchObject({ kind: 'help', names: [] });
    expect(line('task --help')).toMatchObject({ kind: 'help', names: ['task'] });
    expect(line('do x -h')).toMatchObject({ kind: 'help', names: ['do'] });
    expect(line('help task watch')).toMatchObject({ kind: 'help', names: ['task', 'watch'] });
    expect(line('do x --agnet y --help')).toMatchObject({ kind: 'help', names: ['do'] });
    expect([line('--version').kind, line('-V').kind, line('--json -V').kind]).toEqual([
      'version',
      'version',
      'version',
    ]);
  });
});

describe('a refusal', () => {
  it('names the nearest command, group and flag', () => {
    expect(refusalOf(line('anwser q7'))).toEqual([
      'UNKNOWN_WORD',
      'Drover does not know `anwser`.',
      'Did you mean `drover answer`?',
    ]);
    expect(refusalOf(line('task lits'))).toEqual([
      'UNKNOWN_WORD',
      'Drover does not know `task lits`.',
      'Did you mean `drover task list`?',
    ]);
    expect(refusalOf(line('do x --agnet codex'))).toEqual([
      'UNKNOWN_WORD',
      '`drover do` does not know `--agnet`.',
      'Did you mean `--agent`?',
    ]);
    expect(refusalOf(line('xyzzy'))).toEqual(['UNKNOWN_WORD', 'Drover does not know `xyzzy`.', 'See `drover help`.']);
  });

  it.each([
    ['task', 'USAGE'],
    ['task say a-1', 'USAGE'],
    ['task show a-1 b-2', 'USAGE'],
    ['do x --until never', 'USAGE'],
    ['do x --budget much', 'USAGE'],
    ['do x --detach=yes', 'USAGE'],
    ['do x --branch', 'USAGE'],
    ['do x --branch --json', 'USAGE'],
    ['do x --branch a --branch b', 'USAGE'],
    ['completion csh', 'USAGE'],
    ['ps --jsonl', 'UNKNOWN_WORD'],
    ['-w shop', 'UNKNOWN_WORD'],
    ['--verzion', 'UNKNOWN_WORD'],
  ])('of `drover %s` is %s', (text, code) => {
    expect(line(text)).toMatchObject({ kind: 'refused', failure: { error_code: code } });
  });

  it('keeps the wanted form of output', () => {
    expect([line('tsak --json').output, line('ps --bogus --json').output]).toEqual(['json', 'json']);
  });
});

describe('a word of other programs', () => {
  it.each([
    ['status', 'Did you mean `drover ps` or `drover task list`?'],
    ['list', 'Did you mean `drover task list` or `drover ps`?'],
    ['init', 'Did you mean `drover workspace add` or `drover workspace init`?'],
    ['version', 'Did you mean `drover --version`?'],
    ['login', 'Did you mean `drover agents` or `drover doctor`?'],
    ['log', 'Did you mean `drover task log` or `drover logs`?'],
    ['board', 'Did you mean `drover`?'],
    ['task status', 'Did you mean `drover task show` or `drover task list`?'],
    ['workspace rm', 'Did you mean `drover workspace remove`?'],
    ['env delete', 'Did you mean `drover env remove`?'],
  ])('WT-33 `drover %s` says what was probably meant', (text, hint) => {
    expect(refusalOf(line(text))).toEqual(['UNKNOWN_WORD', `Drover does not know \`${text}\`.`, hint]);
  });

  it('WT-33 a sentence is a task, quoted to be copied', () => {
    expect(refusalOf(parse(["the job doesn't fire"]))).toEqual([
      'UNKNOWN_WORD',
      "Drover does not know `the job doesn't fire`.",
      "Did you mean `drover do 'the job doesn'\\''t fire'`?",
    ]);
  });

  it('WT-33 is no word of ours, and leads to words of ours alone', () => {
    expect(Object.keys(synonyms).filter((word) => line(word).kind !== 'refused')).toEqual([]);
    const led = Object.values(synonyms).flat();
    expect(led.filter((name) => name !== '--version' && !words.some((word) => word.name === name))).toEqual([]);
    const last = words.map(({ name }) => name.split(' ').at(-1));
    expect(
      Object.values(verbs)
        .flat()
        .filter((name) => !last.includes(name)),
    ).toEqual([]);
  });
});

describe('a word that looks like a command, where a text is expected', () => {
  it.each([
    ['run list', 'drover history'],
    ['run list --all', null],
    ['run List --agent codex', 'drover history'],
    ['run show r103', 'drover logs'],
    ['run cancel r103', 'drover stop'],
    ['run help', 'drover help run'],
    ['do list', 'drover task list'],
    ['do status', 'drover task list` or `drover task show'],
    ['do cancel shop-12', 'drover task cancel'],
    ['do help -d', 'drover help do'],
    ['step take list -w shop', 'drover task list'],
  ])('`drover %s` starts nothing and says what was probably meant', (text, hint) => {
    const name = text.startsWith('step take') ? 'step take' : (text.split(' ')[0] ?? '');
    expect(refusalOf(line(text))).toEqual(
      hint === null
        ? ['UNKNOWN_WORD', '`drover run` does not know `--all`.', expect.any(String)]
        : [
            'UNKNOWN_WORD',
            `\`drover ${text.split(' -')[0]}\` looks like a command and is none.`,
            `Did you mean \`${hint}\`? As a text: \`drover ${name} -- ${text.split(' -')[0]?.slice(name.length + 1)}\`.`,
          ],
    );
  });

  it.each([
    ['run -- list', { prompt: 'list' }],
    ['run list all callers of it', { prompt: 'list all callers of it', first: 'list' }],
    ['run explain', { prompt: 'explain' }],
    ['run - --final', { prompt: '-', final: true }],
    ['do show the time', { text: 'show the time' }],
    ['do -w shop -- resume', { text: 'resume', workspace: 'shop' }],
    ['task say shop-12 list', { task: 'shop-12', text: 'list' }],
    ['send cx-23 status', { session: 'cx-23', text: 'status' }],
  ])('`drover %s` is the text', (text, values) => {
    expect(valuesOf(line(text))).toEqual(values);
  });

  it('leads to words of ours alone', () => {
    const led = Object.values(insteadOfText).flatMap((table) => Object.values(table).flat());
    expect(led.filter((name) => !name.startsWith('help ') && !words.some((word) => word.name === name))).toEqual([]);
    expect(Object.keys(insteadOfText).filter((name) => !words.some((word) => word.name === name))).toEqual([]);
  });
});

describe('any input', () => {
  const known = words.flatMap((word) => [
    ...word.name.split(' '),
    ...flagsOf(word).flatMap(({ name, short }) => [`--${name}`, `--${name}=x`, `-${short ?? 'z'}`]),
  ]);
  const piece = fc.oneof(
    fc.constantFrom(...known, '--', '-', '', '__proto__', '--constructor', '--__proto__=1'),
    fc.string({ unit: 'binary' }),
  );

  it('is understood or refused, and never crashes', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (argv) => {
        const parsed = parse(argv);
        expect(['command', 'help', 'version', 'refused']).toContain(parsed.kind);
        if (parsed.kind === 'command') expect(words).toContain(parsed.word);
        if (parsed.kind === 'refused') expect(['USAGE', 'UNKNOWN_WORD']).toContain(parsed.failure.error_code);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives each command the values its words name, and no other', () => {
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.array(piece, { maxLength: 5 }), (word, rest) => {
        const parsed = parse([...word.name.split(' ').filter(Boolean), ...rest]);
        if (parsed.kind !== 'command') return;
        const { positionals, passes } = parsed.word;
        const firsts = positionals.map(({ first }) => first);
        const named = [...flagsOf(parsed.word), ...positionals, ...everywhere].map(({ name }) => name);
        const allowed = [...named, ...firsts, passes];
        expect(Object.keys(parsed.values).filter((name) => !allowed.includes(name))).toEqual([]);
      }),
      // What follows `--` is a value too, where a command hands it on.
      { examples: [[words.find(({ name }) => name === 'start') ?? words[0], ['codex', '--', '-x']]] },
    );
  });
});

describe('a value that looks like something else', () => {
  const odd = [' ', 'a b', ' a', 'a\nb', '-x', '--json', '--', '-', '--branch=x', '$(x)', '\'"', '*', '\u202ex', 'é'];
  const named = words.filter(({ name }) => name !== 'help');
  const start = (name: string) => name.split(' ').filter(Boolean);
  const given = named.flatMap((word) =>
    flagsOf(word)
      .filter((flag) => flag.value !== undefined && flag.choices === undefined && flag.number !== true)
      .map((flag) => ({ word, flag, places: word.positionals.map(({ choices }) => choices?.[0] ?? 'x') })),
  );

  it('is the value of every flag it is given to by `=`, as it stands', () => {
    for (const { word, flag, places } of given)
      for (const value of odd) {
        if (flag.list === true) continue;
        const parsed = parse([...start(word.name), ...places, `--${flag.name}=${value}`]);
        const about = `${word.name} --${flag.name}=${JSON.stringify(value)}`;
        const key = flag.alias ?? flag.name;
        expect(parsed, about).toMatchObject({ kind: 'command', word: { name: word.name } });
        if (parsed.kind === 'command') expect([parsed.values[key]].flat(), about).toEqual([value]);
        expect(parsed.output, about).toBe('text');
      }
  });

  it('apart from its flag is no other flag: it is refused, and said of which', () => {
    for (const { word, flag, places } of given)
      for (const value of ['-x', '--json', '--branch=x']) {
        if (flag.optional === true) continue;
        const parsed = parse([...start(word.name), ...places, `--${flag.name}`, value]);
        expect(refusalOf(parsed), `${word.name} --${flag.name} ${value}`).toEqual([
          'USAGE',
          `\`--${flag.name}\` needs a value.`,
          `See \`drover help${word.name === '' ? '' : ` ${word.name}`}\`.`,
        ]);
      }
  });

  it('in the place of a name or path is that, after `--`', () => {
    for (const word of named.filter(({ positionals, passes }) => positionals.length > 0 && passes === undefined))
      for (const value of odd) {
        const free = word.positionals.filter(({ choices, rest }) => choices === undefined && rest !== true);
        const [only] = word.positionals;
        if (free.length === 0 || only === undefined || only.choices !== undefined) continue;
        const parsed = parse([
          ...start(word.name),
          '--',
          ...word.positionals.map(({ choices }) => choices?.[0] ?? value),
        ]);
        expect(parsed, `${word.name} -- ${JSON.stringify(value)}`).toMatchObject({
          kind: 'command',
          values: Object.fromEntries(free.map(({ name }) => [name, value])),
        });
      }
  });
});

it('the nearest word is near, or none', () => {
  const verbs = ['list', 'show', 'watch', 'pause', 'resume'];
  expect(['lst', 'shwo', 'watchh', 'pasue', 'resmue', 'zzz', ''].map((word) => nearest(word, verbs))).toEqual([
    'list',
    'show',
    'watch',
    'pause',
    'resume',
    null,
    null,
  ]);
});
