// A name that can be read and said, for a session that was given none.
const how = [
  ...['amber', 'bold', 'brave', 'bright', 'brisk', 'calm', 'clear', 'clever', 'cosy', 'crisp', 'deft', 'early', 'fair'],
  ...['fleet', 'fond', 'frank', 'fresh', 'gentle', 'glad', 'golden', 'green', 'happy', 'hardy', 'honest', 'jolly'],
  ...['keen', 'kind', 'lively', 'lucky', 'lunar', 'merry', 'mild', 'neat', 'nimble', 'noble', 'patient', 'plain'],
  ...['proud', 'quick', 'quiet', 'rapid', 'ready', 'rosy', 'shy', 'silver', 'sleek', 'small', 'snug', 'spry', 'steady'],
  ...['still', 'sunny', 'swift', 'tidy', 'true', 'vivid', 'warm', 'wise', 'witty', 'young'],
] as const;
const who = [
  ...['badger', 'beaver', 'bison', 'bittern', 'bunting', 'collie', 'crane', 'cricket', 'curlew', 'dipper', 'dunlin'],
  ...[
    'egret',
    'falcon',
    'ferret',
    'finch',
    'fox',
    'gecko',
    'goat',
    'godwit',
    'grouse',
    'hare',
    'heron',
    'ibex',
    'ibis',
  ],
  ...[
    'jackdaw',
    'kestrel',
    'lapwing',
    'lark',
    'linnet',
    'lynx',
    'magpie',
    'marten',
    'martin',
    'merlin',
    'newt',
    'otter',
  ],
  ...[
    'owl',
    'pipit',
    'plover',
    'quail',
    'raven',
    'robin',
    'seal',
    'shrew',
    'siskin',
    'snipe',
    'stoat',
    'stork',
    'swan',
  ],
  ...['tern', 'thrush', 'toad', 'vole', 'wagtail', 'weasel', 'wren'],
] as const;

/** Not one of `taken`. `random`: hex digits. */
export function twoWords(random: string, taken: ReadonlySet<string>): string {
  const all = how.length * who.length;
  const first = Number.parseInt(random.replaceAll('-', '').slice(0, 8), 16) % all;
  for (let step = 0; step < all; step += 1) {
    const at = (first + step * 7919) % all;
    const name = `${how[at % how.length]}-${who[Math.floor(at / how.length)]}`;
    if (!taken.has(name)) return name;
  }
  return `${how[0]}-${who[0]}-${random.slice(0, 8)}`;
}
