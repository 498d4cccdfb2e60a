// What may be asked of an environment, program by program and flag by flag, as data. What does not stand here is refused.

/** What a value is; a pattern: what it must look like. */
export type Kind = 'text' | RegExp;

/** A flag with what it takes; null: nothing. */
export type Flags = Readonly<Record<string, Kind | null>>;

export type Operands =
  | { readonly kind: 'none' }
  /** `stdin`: none are needed where a pipe feeds it. `here`: none means the place itself. `nothing`: none means none. */
  | { readonly kind: 'paths'; readonly without: 'stdin' | 'here' | 'nothing' }
  /** A pattern (unless `by` gave it), then paths. */
  | { readonly kind: 'search'; readonly by: readonly string[]; readonly recursive: readonly string[] }
  | {
      readonly kind: 'words';
      readonly like: RegExp;
      readonly least: number;
      readonly most: number;
      readonly first: RegExp;
    }
  | { readonly kind: 'commands'; readonly commands: Readonly<Record<string, Rule>> };

export type Rule = {
  readonly flags: Flags;
  readonly operands: Operands;
  /** Flags that Drover always adds. */
  readonly always?: readonly string[];
  /** Takes `--` before operands. */
  readonly dashes?: true;
  /** `-5` is a number of lines. */
  readonly digits?: true;
  /** One of these must be there. */
  readonly needs?: readonly string[];
  /** Reads what a pipe feeds it, and is allowed after one. */
  readonly piped?: true;
};

const number = /^\+?\d{1,9}$/;
const size = /^[+-]?\d{1,12}[bkKMG]?$/;
const time = /^[\w][\w:.+ -]{0,60}$/;
const past = /^-?[\w][\w:.+ -]{0,60}$/;
const unit = /^[A-Za-z0-9][\w@:.\\-]{0,200}$/;
const name = /^[A-Za-z0-9][\w./@:-]{0,200}$/;
const label = /^[A-Za-z0-9][\w./=,!() -]{0,200}$/;
const columns =
  /^(?:pid|ppid|pgid|sid|uid|user|euser|comm|args|cmd|command|etime|etimes|time|cputime|start|lstart|stime|pcpu|%cpu|pmem|%mem|rss|vsz|stat|state|tty|nlwp|ni|pri|wchan)(?:=\w{0,20})?(?:,(?:pid|ppid|pgid|sid|uid|user|euser|comm|args|cmd|command|etime|etimes|time|cputime|start|lstart|stime|pcpu|%cpu|pmem|%mem|rss|vsz|stat|state|tty|nlwp|ni|pri|wchan)(?:=\w{0,20})?)*$/;

const paths: Operands = { kind: 'paths', without: 'stdin' };
const here: Operands = { kind: 'paths', without: 'here' };
const none: Operands = { kind: 'none' };
const words = (like: RegExp, least: number, most: number, first = like): Operands => ({
  kind: 'words',
  like,
  least,
  most,
  first,
});
const plain = (...names: readonly string[]): Flags => Object.fromEntries(names.map((flag) => [flag, null]));

const search: Rule = {
  flags: {
    ...plain(
      '-i',
      '-v',
      '-n',
      '-c',
      '-l',
      '-L',
      '-o',
      '-q',
      '-s',
      '-h',
      '-H',
      '-w',
      '-x',
      '-E',
      '-F',
      '-G',
      '-a',
      '-I',
      '-r',
    ),
    ...plain(
      '--ignore-case',
      '--invert-match',
      '--line-number',
      '--count',
      '--only-matching',
      '--word-regexp',
      '--text',
    ),
    ...plain('--extended-regexp', '--fixed-strings', '--recursive'),
    '-A': number,
    '-B': number,
    '-C': number,
    '-m': number,
    '--max-count': number,
    '--context': number,
    '-e': 'text',
    '--regexp': 'text',
    '--include': 'text',
    '--exclude': 'text',
  },
  operands: { kind: 'search', by: ['-e', '--regexp'], recursive: ['-r', '--recursive'] },
  dashes: true,
  digits: true,
  piped: true,
};

const logFlags: Flags = { ...plain('-t', '--timestamps'), '--tail': number, '--since': past, '--until': past };

const docker: Rule = {
  flags: {},
  operands: {
    kind: 'commands',
    commands: {
      ps: {
        flags: {
          ...plain('-a', '--all', '--no-trunc', '-q', '--quiet', '-s', '--size', '-l', '--latest'),
          '-n': number,
          '-f': label,
          '--filter': label,
        },
        operands: none,
      },
      logs: { flags: { ...logFlags, '-n': number }, operands: words(name, 1, 1) },
      top: { flags: {}, operands: words(name, 1, 1) },
      stats: { flags: plain('--no-stream', '-a', '--all'), operands: words(name, 0, 20), needs: ['--no-stream'] },
      images: { flags: plain('-a', '--all', '-q', '--quiet', '--no-trunc'), operands: words(name, 0, 1) },
      version: { flags: {}, operands: none },
      compose: {
        flags: {},
        operands: {
          kind: 'commands',
          commands: {
            ps: { flags: plain('-a', '--all', '-q', '--quiet', '--services'), operands: words(name, 0, 20) },
            logs: {
              flags: { ...logFlags, ...plain('--no-color', '--no-log-prefix'), '-n': number },
              operands: words(name, 0, 20),
            },
            top: { flags: {}, operands: words(name, 0, 20) },
          },
        },
      },
    },
  },
};

/** Secrets, and what holds them, are no resource to be looked at. */
const resource =
  /^(?!.*secret)(?:(?:all|po|pods?|deploy|deployments?|svc|services?|ds|daemonsets?|sts|statefulsets?|rs|replicasets?|jobs?|cj|cronjobs?|ing|ingress(?:es)?|no|nodes?|ns|namespaces?|ev|events?|hpa|horizontalpodautoscalers?|pvc|persistentvolumeclaims?|pv|persistentvolumes?|ep|endpoints?)(?:\.[a-z0-9.]+)?)(?:\/[a-z0-9][a-z0-9.-]{0,200})?$/;
const place: Flags = {
  '-n': name,
  '--namespace': name,
  '-l': label,
  '--selector': label,
  ...plain('-A', '--all-namespaces'),
};
const named = (first: RegExp): Operands => words(/^[a-z0-9][a-z0-9.-]{0,200}$/, 1, 10, first);

const kubectl: Rule = {
  flags: {},
  operands: {
    kind: 'commands',
    commands: {
      get: {
        flags: {
          ...place,
          ...plain('--show-labels', '--no-headers'),
          '-o': /^(?:wide|name)$/,
          '--output': /^(?:wide|name)$/,
          '--sort-by': /^[\w.]{1,100}$/,
          '--field-selector': label,
        },
        operands: named(resource),
      },
      describe: { flags: place, operands: named(resource) },
      logs: {
        flags: {
          '-n': name,
          '--namespace': name,
          '-l': label,
          '--selector': label,
          '-c': name,
          '--container': name,
          '--tail': number,
          '--since': past,
          '--since-time': time,
          '--limit-bytes': number,
          ...plain('--timestamps', '-p', '--previous', '--all-containers', '--prefix'),
        },
        operands: words(
          /^(?:(?:pod|deployment|deploy|job|statefulset|sts|daemonset|ds)\/)?[a-z0-9][a-z0-9.-]{0,200}$/,
          0,
          1,
        ),
      },
      top: { flags: { ...place, ...plain('--containers') }, operands: named(/^(?:pods?|po|nodes?|no)$/) },
      version: { flags: plain('--client'), operands: none },
    },
  },
};

const systemctl: Rule = {
  flags: {
    ...plain('-l', '--full', '--user', '--plain', '-q', '--quiet', '--no-legend'),
    '-n': number,
    '--lines': number,
  },
  always: ['--no-pager'],
  operands: {
    kind: 'commands',
    commands: {
      status: {
        flags: { ...plain('-l', '--full'), '-n': number, '--lines': number },
        operands: words(unit, 1, 10),
      },
      'is-active': { flags: plain('-q', '--quiet'), operands: words(unit, 1, 10) },
      'is-enabled': { flags: plain('-q', '--quiet'), operands: words(unit, 1, 10) },
      'is-failed': { flags: plain('-q', '--quiet'), operands: words(unit, 1, 10) },
      'list-units': {
        flags: {
          ...plain('--all', '-a', '--failed', '--plain', '--no-legend'),
          '--type': /^[a-z,]{1,60}$/,
          '--state': /^[a-z,-]{1,60}$/,
        },
        operands: words(unit, 0, 10),
      },
      'list-timers': { flags: plain('--all', '-a'), operands: words(unit, 0, 10) },
    },
  },
};

const journalctl: Rule = {
  flags: {
    ...plain(
      '-r',
      '--reverse',
      '-q',
      '--quiet',
      '-k',
      '-b',
      '--dmesg',
      '--utc',
      '--user',
      '--system',
      '-x',
      '-a',
      '--all',
      '-l',
      '--full',
      '--no-hostname',
    ),
    '-u': unit,
    '--unit': unit,
    '--user-unit': unit,
    '-t': unit,
    '--identifier': unit,
    '-n': number,
    '--lines': number,
    '-p': /^[a-z0-9.]{1,20}$/,
    '--priority': /^[a-z0-9.]{1,20}$/,
    '-g': 'text',
    '--grep': 'text',
    '-S': past,
    '--since': past,
    '-U': past,
    '--until': past,
    '--boot': past,
    '-o': /^(?:short(?:-\w+)*|cat|with-unit)$/,
    '--output': /^(?:short(?:-\w+)*|cat|with-unit)$/,
  },
  always: ['--no-pager'],
  operands: none,
};

/** BSD words of ps: `e` would show environments. */
const psWords = /^(?:a|x|ax|aux|auxf|auxw|auxww|auxwwf|axf|axu|axuf|axw|axww|f)$/;

export const grammar: Readonly<Record<string, Rule>> = {
  cat: { flags: plain('-n', '-A', '-b', '-s', '-E', '-T', '-v'), operands: paths, dashes: true },
  tail: {
    flags: { ...plain('-q', '--quiet', '-v'), '-n': size, '--lines': size, '-c': size, '--bytes': size },
    operands: paths,
    dashes: true,
    digits: true,
    piped: true,
  },
  head: {
    flags: { ...plain('-q', '--quiet', '-v'), '-n': size, '--lines': size, '-c': size, '--bytes': size },
    operands: paths,
    dashes: true,
    digits: true,
    piped: true,
  },
  grep: search,
  egrep: search,
  fgrep: search,
  wc: { flags: plain('-l', '-w', '-c', '-m', '-L'), operands: paths, dashes: true, piped: true },
  sort: {
    flags: { ...plain('-n', '-r', '-u', '-h', '-f', '-b', '-V', '-g'), '-k': /^[\d.,bnrfhV]{1,20}$/, '-t': /^.$/u },
    operands: none,
    piped: true,
  },
  uniq: {
    flags: { ...plain('-c', '-d', '-u', '-i'), '-f': number, '-s': number, '-w': number },
    operands: none,
    piped: true,
  },
  cut: {
    flags: { '-d': /^.$/u, '-f': /^[\d,-]{1,60}$/, '-c': /^[\d,-]{1,60}$/, '-b': /^[\d,-]{1,60}$/, ...plain('-s') },
    operands: none,
    piped: true,
  },
  ls: {
    flags: plain(
      '-l',
      '-a',
      '-A',
      '-h',
      '-t',
      '-r',
      '-S',
      '-1',
      '-d',
      '-i',
      '-n',
      '-R',
      '-s',
      '-F',
      '-p',
      '--full-time',
      '--all',
      '--human-readable',
    ),
    operands: here,
    dashes: true,
  },
  stat: { flags: { '-c': /^[%\w :,.-]{1,100}$/, ...plain('-t') }, operands: paths, dashes: true },
  du: {
    flags: { ...plain('-s', '-h', '-c', '-a', '-k', '-m', '-x', '--si'), '-d': number, '--max-depth': number },
    operands: here,
    dashes: true,
  },
  sha256sum: { flags: {}, operands: paths, dashes: true },
  md5sum: { flags: {}, operands: paths, dashes: true },
  ps: {
    flags: {
      ...plain('-e', '-A', '-f', '-F', '-l', '-H', '-w', '-ww', '-T', '-L', '--forest', '--no-headers'),
      '-p': /^\d[\d, ]{0,200}$/,
      '--pid': /^\d[\d, ]{0,200}$/,
      '-C': name,
      '-u': name,
      '-U': name,
      '-o': columns,
      '--sort': /^[+-]?[\w%]{1,20}(?:,[+-]?[\w%]{1,20})*$/,
    },
    operands: words(psWords, 0, 1),
  },
  pgrep: {
    flags: { ...plain('-l', '-a', '-f', '-c', '-x', '-n', '-o'), '-u': name },
    operands: words(/^[^-].{0,200}$/u, 0, 1),
  },
  uptime: { flags: plain('-p', '-s'), operands: none },
  uname: { flags: plain('-a', '-s', '-r', '-v', '-m', '-n', '-o'), operands: none },
  date: { flags: plain('-u', '-R', '-I', '--utc'), operands: none },
  nproc: { flags: plain('--all'), operands: none },
  free: { flags: plain('-h', '-m', '-g', '-k', '-b', '-t', '-w'), operands: none },
  df: {
    flags: plain('-h', '-H', '-i', '-T', '-k', '-m', '-P', '-l'),
    operands: { kind: 'paths', without: 'nothing' },
    dashes: true,
  },
  ss: { flags: plain('-l', '-t', '-u', '-n', '-p', '-a', '-s', '-x', '-4', '-6'), operands: none },
  systemctl,
  journalctl,
  docker,
  kubectl,
};
