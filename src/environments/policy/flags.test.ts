// Of every program each flag and operand: what it must allow, and the nearest that it must deny. A new row of the grammar wants a line here.
import { describe, expect, it } from 'vitest';
import { grammar, type Rule } from './grammar.ts';
import { judgeCommand } from './judge.ts';

type Values = { readonly taken: readonly string[]; readonly refused: readonly string[] };

const number: Values = { taken: ['5', '+5', '999999999'], refused: ['-5', '++5', '5k', 'x5', '5 ', '1234567890', ''] };
const size: Values = {
  taken: ['5', '+5', '-5', '2b', '10k', '1K', '1M', '1G'],
  refused: ['5kk', 'x5', '5x', 'k', '+-5', '1234567890123', ''],
};
const time: Values = { taken: ['2026-01-01T10:00:00Z', '2026-01-01 10:00+01'], refused: ['-1h', '@5', '1h;', ''] };
const past: Values = { taken: ['1h', '-1h', '2026-01-01 10:00'], refused: ['--1h', '@5', '1h;', '-', ''] };
const unit: Values = {
  taken: ['shop', 'shop.service', 'getty@tty1.service', 'a:b-c_d', 'a\\x2db'],
  refused: ['--shop', '/usr/x', 'a/b', 'a b', '.x', ''],
};
const name: Values = { taken: ['api-1', 'ghcr.io/x/api:1.2', 'a@b'], refused: ['--x', '/a', '../a', 'a b', 'a;', ''] };
const label: Values = {
  taken: ['name', 'app=shop', 'app!=shop,tier in (a, b)'],
  refused: ['--x', '=x', '{{.Env}}', 'a;', ''],
};
const text: Values = { taken: ['x', '--x', 'a b;$'], refused: [''] };
const sign: Values = { taken: [',', ' ', '字'], refused: [',,', ''] };
const places: Values = { taken: ['1', '1,3-5'], refused: ['a', '1;', 'x1', ''] };
const keys: Values = { taken: ['2', '2,2nr', '1.3bfhV'], refused: ['o', '1;', 'x1', ''] };
const format: Values = { taken: ['%n', '%U:%G-%h, %y.'], refused: ['{%n', '%n;', '\\n', ''] };
const pids: Values = { taken: ['1', '1,2', '1, 2'], refused: ['x', '-1', ',1', '1;', '1x', ''] };
const order: Values = {
  taken: ['rss', '+rss', '-%cpu', 'pid,-rss', 'pid,rss,+args'],
  refused: ['=x', 'a,', 'a,,b', ',a', 'a b', ''],
};
const columnNames = [
  ...['pid', 'ppid', 'pgid', 'sid', 'uid', 'user', 'euser', 'comm', 'args', 'cmd', 'command', 'etime', 'etimes'],
  ...['time', 'cputime', 'start', 'lstart', 'stime', 'pcpu', '%cpu', 'pmem', '%mem', 'rss', 'vsz', 'stat', 'state'],
  ...['tty', 'nlwp', 'ni', 'pri', 'wchan'],
];
const columns: Values = {
  taken: [
    ...columnNames.flatMap((column) => [column, `pid,${column}`, `pid,rss,${column}=X`]),
    ...['pid=', 'pid=P', 'pid=,args='],
  ],
  refused: ['environ', 'env', 'pid,environ', 'pidx', 'xpid', 'pid,', ',pid', 'pid args', 'pid=a b', 'pid,rss,e', ''],
};
const types: Values = { taken: ['service', 'service,timer'], refused: ['Service', 'a-b', 'a;', '=a', ''] };
const states: Values = { taken: ['failed', 'not-found,active'], refused: ['Failed', 'a;', '=a', ''] };
const priority: Values = { taken: ['err', '3', 'err..info'], refused: ['ERR', '-1', 'a b', 'err;', ''] };
const lineFormat: Values = {
  taken: ['short', 'short-iso', 'short-iso-precise', 'cat', 'with-unit'],
  refused: ['json', 'export', 'verbose', 'shortx', 'short-', 'xshort', 'xcat', 'catx', 'with-unitx', ''],
};
const shown: Values = {
  taken: ['wide', 'name'],
  refused: ['yaml', 'json', 'jsonpath={.data}', 'xwide', 'widex', 'xname', 'namex', ''],
};
const field: Values = { taken: ['.metadata.name'], refused: ['{.a}', '.a b', '.a;', ''] };

type Flagged = {
  /** Letters that stand alone: of all letters and digits these and no others. */
  readonly alone?: string;
  readonly words?: readonly string[];
  readonly values?: Readonly<Record<string, Values>>;
};
const digits = '0123456789';
const ends: Flagged = {
  alone: `qv${digits}`,
  words: ['--quiet'],
  values: { '-n': size, '--lines': size, '-c': size, '--bytes': size },
};
const searched: Flagged = {
  alone: `ivnclLoqshHwxEFGaIr${digits}`,
  words: [
    ...['--ignore-case', '--invert-match', '--line-number', '--count', '--only-matching', '--word-regexp', '--text'],
    ...['--extended-regexp', '--fixed-strings', '--recursive'],
  ],
  values: {
    ...{ '-A': number, '-B': number, '-C': number, '-m': number, '--max-count': number, '--context': number },
    ...{ '-e': text, '--regexp': text, '--include': text, '--exclude': text },
  },
};
const quiet: Flagged = { alone: 'q', words: ['--quiet'] };
const logged = { '--tail': number, '--since': past, '--until': past, '-n': number };
const selected = { '-n': name, '--namespace': name, '-l': label, '--selector': label };

/** Where the flag stands in a command that is allowed without it. */
const lines: readonly (readonly [string, Flagged])[] = [
  ['cat FLAG a', { alone: 'nAbsETv' }],
  ['tail FLAG a', ends],
  ['head FLAG a', ends],
  ['grep FLAG x a', searched],
  ['egrep FLAG x a', searched],
  ['fgrep FLAG x a', searched],
  ['wc FLAG a', { alone: 'lwcmL' }],
  ['uptime | sort FLAG', { alone: 'nruhfbVg', values: { '-k': keys, '-t': sign } }],
  ['uptime | uniq FLAG', { alone: 'cdui', values: { '-f': number, '-s': number, '-w': number } }],
  ['uptime | cut FLAG', { alone: 's', values: { '-d': sign, '-f': places, '-c': places, '-b': places } }],
  ['ls FLAG a', { alone: 'laAhtrS1dinRsFp', words: ['--full-time', '--all', '--human-readable'] }],
  ['stat FLAG a', { alone: 't', values: { '-c': format } }],
  ['du FLAG a', { alone: 'shcakmx', words: ['--si'], values: { '-d': number, '--max-depth': number } }],
  ['sha256sum FLAG a', {}],
  ['md5sum FLAG a', {}],
  [
    'ps FLAG',
    {
      alone: 'eAfFlHwTL',
      words: ['-ww', '--forest', '--no-headers'],
      values: {
        ...{ '-p': pids, '--pid': pids, '-C': name, '-u': name, '-U': name },
        ...{ '-o': columns, '--sort': order },
      },
    },
  ],
  ['pgrep FLAG shop', { alone: 'lafcxno', values: { '-u': name } }],
  ['uptime FLAG', { alone: 'ps' }],
  ['uname FLAG', { alone: 'asrvmno' }],
  ['date FLAG', { alone: 'uRI', words: ['--utc'] }],
  ['nproc FLAG', { words: ['--all'] }],
  ['free FLAG', { alone: 'hmgkbtw' }],
  ['df FLAG', { alone: 'hHiTkmPl' }],
  ['ss FLAG', { alone: 'ltunpasx46' }],
  [
    'systemctl FLAG status x',
    {
      alone: 'lq',
      words: ['--full', '--user', '--plain', '--quiet', '--no-legend'],
      values: { '-n': number, '--lines': number },
    },
  ],
  ['systemctl status FLAG x', { alone: 'l', words: ['--full'], values: { '-n': number, '--lines': number } }],
  ['systemctl is-active FLAG x', quiet],
  ['systemctl is-enabled FLAG x', quiet],
  ['systemctl is-failed FLAG x', quiet],
  [
    'systemctl list-units FLAG',
    {
      alone: 'a',
      words: ['--all', '--failed', '--plain', '--no-legend'],
      values: { '--type': types, '--state': states },
    },
  ],
  ['systemctl list-timers FLAG', { alone: 'a', words: ['--all'] }],
  [
    'journalctl FLAG',
    {
      alone: 'rqkbxal',
      words: [
        ...['--reverse', '--quiet', '--dmesg', '--utc', '--user', '--system', '--all', '--full', '--no-hostname'],
      ],
      values: {
        ...{ '-u': unit, '--unit': unit, '--user-unit': unit, '-t': unit, '--identifier': unit },
        ...{ '-n': number, '--lines': number, '-p': priority, '--priority': priority, '-g': text, '--grep': text },
        ...{ '-S': past, '--since': past, '-U': past, '--until': past, '--boot': past },
        ...{ '-o': lineFormat, '--output': lineFormat },
      },
    },
  ],
  ['docker FLAG ps', {}],
  [
    'docker ps FLAG',
    {
      alone: 'aqsl',
      words: ['--all', '--no-trunc', '--quiet', '--size', '--latest'],
      values: { '-n': number, '-f': label, '--filter': label },
    },
  ],
  ['docker logs FLAG api', { alone: 't', words: ['--timestamps'], values: logged }],
  ['docker top FLAG api', {}],
  ['docker stats --no-stream FLAG', { alone: 'a', words: ['--no-stream', '--all'] }],
  ['docker images FLAG', { alone: 'aq', words: ['--all', '--quiet', '--no-trunc'] }],
  ['docker version FLAG', {}],
  ['docker compose FLAG ps', {}],
  ['docker compose ps FLAG', { alone: 'aq', words: ['--all', '--quiet', '--services'] }],
  [
    'docker compose logs FLAG',
    { alone: 't', words: ['--timestamps', '--no-color', '--no-log-prefix'], values: logged },
  ],
  ['docker compose top FLAG', {}],
  ['kubectl FLAG version', {}],
  [
    'kubectl get FLAG pods',
    {
      alone: 'A',
      words: ['--all-namespaces', '--show-labels', '--no-headers'],
      values: { ...selected, '-o': shown, '--output': shown, '--sort-by': field, '--field-selector': label },
    },
  ],
  ['kubectl describe FLAG pods', { alone: 'A', words: ['--all-namespaces'], values: selected }],
  [
    'kubectl logs FLAG api',
    {
      alone: 'p',
      words: ['--timestamps', '--previous', '--all-containers', '--prefix'],
      values: {
        ...{ ...selected, '-c': name, '--container': name },
        ...{ '--tail': number, '--since': past, '--since-time': time, '--limit-bytes': number },
      },
    },
  ],
  ['kubectl top FLAG pods', { alone: 'A', words: ['--all-namespaces', '--containers'], values: selected }],
  ['kubectl version FLAG', { words: ['--client'] }],
];

/** What would be run of the last program; null: it is denied. */
function argvOf(command: string): readonly string[] | null {
  const judged = judgeCommand(command);
  if (judged.ok) return judged.value.at(-1)?.argv ?? [];
  expect(judged.failure.error_code).toBe('COMMAND_DENIED');
  return null;
}
const at = (place: string, flag: string): readonly string[] | null => argvOf(place.replace('FLAG', () => flag));
const quoted = (value: string): string => `'${value}'`;
/** Each way in which a flag is given its value. */
const spellings = (flag: string, value: string): readonly string[] =>
  flag.startsWith('--')
    ? [`${flag} ${quoted(value)}`, `${flag}=${quoted(value)}`]
    : [`${flag} ${quoted(value)}`, ...(value === '' ? [] : [flag + quoted(value)])];

describe('of the flags', () => {
  it.each(lines)('%s takes these letters alone and no others', (place, { alone = '' }) => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', ...digits];
    const taken = letters.filter((letter) => at(place, `-${letter}`)?.includes(`-${letter}`) === true);
    expect(taken.join('')).toBe([...alone].sort((a, b) => letters.indexOf(a) - letters.indexOf(b)).join(''));
  });

  it.each(lines.flatMap(([place, { words = [] }]) => words.map((word) => [place, word] as const)))(
    '%s takes %s as a whole word without a value',
    (place, word) => {
      expect(at(place, word)).toContain(word);
      if (word.startsWith('--'))
        expect([at(place, word.slice(0, -1)), at(place, `${word}x`), at(place, `${word}=x`)]).toEqual([
          null,
          null,
          null,
        ]);
    },
  );

  it.each(
    lines.flatMap(([place, { values = {} }]) =>
      Object.entries(values).map(([flag, kind]) => [place, flag, kind] as const),
    ),
  )('%s takes %s with its values', (place, flag, { taken, refused }) => {
    for (const value of taken)
      for (const spelling of spellings(flag, value))
        expect(at(place, spelling), spelling).toContain(flag.startsWith('--') ? `${flag}=${value}` : flag + value);
    for (const value of refused)
      for (const spelling of spellings(flag, value)) expect(at(place, spelling), spelling).toBeNull();
    expect(argvOf(`${place.slice(0, place.indexOf('FLAG'))}${flag}`), 'without a value').toBeNull();
  });

  const rules = Object.entries(grammar).flatMap(([program, rule]) => rulesOf(program, rule));
  const pathOf = (place: string): string =>
    place
      .slice(place.indexOf('|') + 1, place.indexOf('FLAG'))
      .split(' ')
      .filter((word) => word !== '' && !word.startsWith('-'))
      .join(' ');

  it('each of the grammar has its line here', () => {
    const known = lines.map(([place, { alone = '', words = [], values = {} }]) => [
      pathOf(place),
      [...[...alone.replace(digits, '')].map((letter) => `-${letter}`), ...words, ...Object.keys(values)].sort(),
    ]);
    expect(known.sort()).toEqual(rules.map(([path, { flags }]) => [path, Object.keys(flags).sort()]).sort());
  });
});

function rulesOf(path: string, rule: Rule): readonly (readonly [string, Rule])[] {
  if (rule.operands.kind !== 'commands') return [[path, rule]];
  const below = Object.entries(rule.operands.commands).flatMap(([word, each]) => rulesOf(`${path} ${word}`, each));
  return [[path, rule], ...below];
}

describe('of the operands', () => {
  const resources = [
    ...['all', 'po', 'pod', 'pods', 'deploy', 'deployment', 'deployments', 'svc', 'service', 'services', 'ds'],
    ...['daemonset', 'daemonsets', 'sts', 'statefulset', 'statefulsets', 'rs', 'replicaset', 'replicasets', 'job'],
    ...['jobs', 'cj', 'cronjob', 'cronjobs', 'ing', 'ingress', 'ingresses', 'no', 'node', 'nodes', 'ns', 'namespace'],
    ...['namespaces', 'ev', 'event', 'events', 'hpa', 'horizontalpodautoscaler', 'horizontalpodautoscalers', 'pvc'],
    ...['persistentvolumeclaim', 'persistentvolumeclaims', 'pv', 'persistentvolume', 'persistentvolumes', 'ep'],
    ...['endpoint', 'endpoints', 'deployments.apps', 'deployments.v1.apps', 'pods/api-1', 'deployments.apps/api'],
  ];
  const resource: Values = {
    taken: resources,
    refused: [
      ...['secret', 'secrets', 'configmaps', 'cm', 'pods,secrets', 'pods/my-secret', 'pods/secret-1', 'pods.secrets'],
      ...['xpods', 'podsx', 'pods/', 'pods/-x', 'pods/A', 'pods.', 'pods a;', 'PODS', ''],
    ],
  };
  const named: Values = { taken: ['api-1', 'a.b'], refused: ['A', '-', 'a/b', '.a', 'a b', ''] };
  const kinds: readonly (readonly [string, Values])[] = [
    ['kubectl get', resource],
    ['kubectl describe', resource],
    ['kubectl get pods', named],
    ['kubectl describe pods', named],
    [
      'kubectl top',
      { taken: ['pod', 'pods', 'po', 'node', 'nodes', 'no'], refused: ['xpods', 'podsx', 'xno', 'nox', 'svc'] },
    ],
    [
      'kubectl logs',
      {
        taken: [
          ...['pod', 'deployment', 'deploy', 'job', 'statefulset', 'sts', 'daemonset', 'ds'].map(
            (kind) => `${kind}/a-1`,
          ),
          'api-1',
        ],
        refused: ['secret/x', 'xpod/a', 'pod/', '/a', 'pod/a/b', 'a b', 'A', ''],
      },
    ],
    ...['status', 'is-active', 'is-enabled', 'is-failed', 'list-units', 'list-timers'].map(
      (word) => [`systemctl ${word}`, unit] as const,
    ),
    ...['logs', 'top', 'stats --no-stream', 'images', 'compose ps', 'compose logs', 'compose top'].map(
      (word) => [`docker ${word}`, name] as const,
    ),
    [
      'ps',
      {
        taken: [
          ...['a', 'x', 'ax', 'aux', 'auxf', 'auxw', 'auxww', 'auxwwf', 'axf', 'axu', 'axuf', 'axw', 'axww', 'f'],
        ],
        refused: ['e', 'auxe', 'eaux', 'axe', 'fe', 'ef', 'xf', ''],
      },
    ],
    ['pgrep', { taken: ['shop', 'shop --port', 'x'.repeat(201)], refused: ['--x', 'x'.repeat(202), ''] }],
  ];
  it.each(kinds.flatMap(([place, { taken }]) => taken.map((word) => [place, word] as const)))(
    '%s takes %s',
    (place, word) => expect(argvOf(`${place} ${quoted(word)}`)?.at(-1)).toBe(word),
  );
  it.each(kinds.flatMap(([place, { refused }]) => refused.map((word) => [place, word] as const)))(
    '%s refuses %j',
    (place, word) => expect(argvOf(`${place} ${quoted(word)}`)).toBeNull(),
  );

  it.each([
    ['docker logs', 'a', 1, 1],
    ['docker top', 'a', 1, 1],
    ['docker stats --no-stream', 'a', 0, 20],
    ['docker images', 'a', 0, 1],
    ['docker compose ps', 'a', 0, 20],
    ['docker compose logs', 'a', 0, 20],
    ['docker compose top', 'a', 0, 20],
    ['kubectl get', 'pods', 1, 10],
    ['kubectl describe', 'pods', 1, 10],
    ['kubectl top', 'pods', 1, 10],
    ['kubectl logs', 'a', 0, 1],
    ['systemctl status', 'a', 1, 10],
    ['systemctl is-active', 'a', 1, 10],
    ['systemctl is-enabled', 'a', 1, 10],
    ['systemctl is-failed', 'a', 1, 10],
    ['systemctl list-units', 'a', 0, 10],
    ['systemctl list-timers', 'a', 0, 10],
    ['ps', 'x', 0, 1],
    ['pgrep', 'x', 0, 1],
    ['uptime', 'x', 0, 0],
    ['uname', 'x', 0, 0],
    ['date', 'x', 0, 0],
    ['nproc', 'x', 0, 0],
    ['free', 'x', 0, 0],
    ['ss', 'x', 0, 0],
    ['journalctl', 'x', 0, 0],
    ['docker ps', 'x', 0, 0],
    ['docker version', 'x', 0, 0],
    ['kubectl version', 'x', 0, 0],
    ['uptime | sort', 'x', 0, 0],
    ['uptime | uniq', 'x', 0, 0],
    ['uptime | cut', 'x', 0, 0],
  ] as const)('%s takes %s from %i to %i times', (place, word, least, most) => {
    const many = (count: number) => argvOf([place, ...Array.from({ length: count }, () => word)].join(' '));
    for (const count of [least, most]) expect(many(count), `${count}`).not.toBeNull();
    for (const count of [least - 1, most + 1].filter((each) => each >= 0)) expect(many(count), `${count}`).toBeNull();
  });
});

describe('of a whole program', () => {
  const alone: Readonly<Record<string, string>> = {
    ...{ cat: 'cat a', tail: 'tail a', head: 'head a', grep: 'grep x a', egrep: 'egrep x a', fgrep: 'fgrep x a' },
    ...{ wc: 'wc a', ls: 'ls a', stat: 'stat a', du: 'du a', sha256sum: 'sha256sum a', md5sum: 'md5sum a' },
    ...{ ps: 'ps', pgrep: 'pgrep x', uptime: 'uptime', uname: 'uname', date: 'date', nproc: 'nproc', free: 'free' },
    ...{ df: 'df a', ss: 'ss', systemctl: 'systemctl list-units', journalctl: 'journalctl', docker: 'docker ps' },
    ...{ kubectl: 'kubectl version' },
  };
  const fed = ['tail', 'head', 'grep', 'egrep', 'fgrep', 'wc', 'sort', 'uniq', 'cut'];
  const withFiles = ['cat', 'tail', 'head', 'grep', 'egrep', 'fgrep', 'wc', 'ls', 'stat', 'du', 'sha256sum', 'md5sum'];

  it.each(Object.keys(grammar))('%s stands alone, or behind a pipe, or both, and nowhere else', (program) => {
    const command = alone[program];
    expect(command === undefined).toBe(['sort', 'uniq', 'cut'].includes(program));
    if (command !== undefined) expect(argvOf(command)).not.toBeNull();
    expect(argvOf(program) === null, 'alone, without anything').toBe(
      [...fed, 'cat', 'stat', 'sha256sum', 'md5sum', 'systemctl', 'docker', 'kubectl'].includes(program),
    );
    const behind = program.endsWith('grep') && program !== 'pgrep' ? `${program} x` : program;
    expect(argvOf(`uptime | ${behind}`) !== null, 'behind a pipe').toBe(fed.includes(program));
    expect(argvOf(`uptime | ${command ?? program}`) !== null, 'behind a pipe with its operand').toBe(
      fed.includes(program),
    );
  });

  it.each(Object.entries(alone))(
    '%s takes "--" only where files follow, and puts it before them',
    (program, command) => {
      const takes = [...withFiles, 'df'].includes(program);
      const [first = '', ...rest] = command.split(' ');
      expect(argvOf([first, '--', ...rest].join(' ')) !== null).toBe(takes);
      expect(argvOf(command)?.includes('--')).toBe(takes);
    },
  );

  it.each([
    ['tail', '-5 a', ['-5', '--', 'a']],
    ['head', '-123456789 a', ['-123456789', '--', 'a']],
    ['grep', '-5 x a', ['-5', '--regexp=x', '--', 'a']],
    ['head', '-5x a', null],
    ['tail', '-1234567890 a', null],
    ['grep', '-A-5 x a', null],
    ['cat', '-5 a', null],
    ['wc', '-5 a', null],
  ] as const)('%s %s is read as a number of lines or not at all', (program, rest, argv) => {
    expect(argvOf(`${program} ${rest}`)).toEqual(argv && [program, ...argv]);
  });

  it.each([
    ['systemctl is-failed x', ['systemctl', '--no-pager', 'is-failed', 'x']],
    ['journalctl', ['journalctl', '--no-pager']],
    ['df', ['df']],
    ['du', ['du', '--', '.']],
    ['docker stats --no-stream', ['docker', 'stats', '--no-stream']],
    ['grep --regexp=x a', ['grep', '--regexp=x', '--', 'a']],
    ['grep --regexp x a', ['grep', '--regexp=x', '--', 'a']],
    ['grep -iex a', ['grep', '-i', '-ex', '--', 'a']],
    ['grep -ie x a', ['grep', '-i', '-ex', '--', 'a']],
    ['grep x a b', ['grep', '--regexp=x', '--', 'a', 'b']],
    ['grep -- -x a', ['grep', '--regexp=-x', '--', 'a']],
    ['cat a -- -b', ['cat', '--', 'a', '-b']],
    ['uptime | wc -l', ['wc', '-l']],
    ['head -qn 5 a', ['head', '-q', '-n5', '--', 'a']],
    ['ls -constructor', null],
    ['ls --constructor', null],
    ['ls --constructor=x', null],
    ['ls -__proto__', null],
    ['ls x--all=x=', ['ls', '--', 'x--all=x=']],
    ['ls -x--all=x', null],
    ["tail --lines='5\n6' a", null],
    ['tail --=5 a', null],
    ['docker -', null],
    ['cat a -', null],
  ])('%s', (command, argv) => {
    expect(argvOf(command)).toEqual(argv);
  });

  it.each(['-r', '--recursive'])(
    'a search with %s passes by what holds secrets, and looks here where no folder is named',
    (flag) => {
      const argv = argvOf(`grep ${flag} x`) ?? [];
      expect(argv.slice(-3)).toEqual(['--regexp=x', '--', '.']);
      const passed = ['.env*', '*.pem', '*.key', 'id_*', '*.tfstate*', '.netrc', 'shadow*', '.*history'];
      for (const each of passed) expect(argv).toContain(`--exclude=${each}`);
      const folders = ['.ssh', '.gnupg', '.aws', '.kube', '.docker', 'secrets', 'sudoers.d', 'gcloud', 'proc'];
      for (const each of folders) expect(argv).toContain(`--exclude-dir=${each}`);
      expect(argvOf('grep x a')?.some((word) => word.startsWith('--exclude'))).toBe(false);
    },
  );
});

describe('a refusal says', () => {
  it.each([
    ['zzzzzzzzzzzz a', '"zzzzzzzzzzzz" is not asked of an environment.'],
    ['grepp x a', '"grepp" is not asked of an environment; grep is.'],
    ['uptime | cat a', 'cat does not stand after a pipe.'],
    ['sort', 'sort reads what a pipe feeds it.'],
    ['docker stats', 'docker needs --no-stream.'],
    ['kubectl delete x', 'kubectl "delete" is not asked; of kubectl are get, describe, logs, top, version.'],
    ['cat -', 'cat does not read "-".'],
    ['sort a -- b | wc', 'sort reads what a pipe feeds it.'],
    ['uptime -- x', 'uptime does not take "--" here.'],
    ['tail -n', '-n of tail wants a value.'],
    ["tail --lines='' a", '"" is not a value for --lines of tail.'],
    ["grep -e '' a", '-e of grep wants a value.'],
    ['tail -nx a', '"x" is not a value for -n of tail.'],
    ['tail -f a', '-f of tail is not allowed.'],
    ['tail -qfv a', '-f of tail is not allowed.'],
    ['tail --follow a', '--follow of tail is not allowed.'],
    ['ls --all=x', '--all of ls is not allowed.'],
    ['uptime x', 'uptime takes no "x" here.'],
    ['docker logs a b', 'docker is asked about 1 here.'],
    ['systemctl status', 'systemctl is asked about 1 to 10 here.'],
    ['kubectl get secrets', 'kubectl is not asked about "secrets".'],
    ['cat', 'cat needs a file.'],
    ['grep', 'grep needs a pattern.'],
    ['cat .env', '".env" looks like a secret, and is not read.'],
    ["cat a ''", 'A path is empty.'],
  ])('of %j why: %s', (command, why) => {
    expect(judgeCommand(command)).toMatchObject({ failure: { message: why } });
  });
});
