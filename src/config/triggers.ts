// What may stand under `triggers`: what makes tasks by itself.
import * as v from 'valibot';
import { wrongTimes } from './cron.ts';
import { count, folder, map, text, variable } from './schema-parts.ts';

const kinds = ['cron', 'label', 'mention', 'webhook'] as const;

const webhook = v.pipe(
  map({ secret_env: v.exactOptional(variable), secret_file: v.exactOptional(folder) }),
  v.check(
    ({ secret_env, secret_file }) => (secret_env === undefined) !== (secret_file === undefined),
    'either secret_env or secret_file',
  ),
);
const trigger = v.pipe(
  map({
    workspace: text,
    text: v.exactOptional(text),
    per_hour: v.exactOptional(v.pipe(count, v.maxValue(1000, 'at most 1000'))),
    cron: v.exactOptional(text),
    zone: v.exactOptional(text),
    label: v.exactOptional(text),
    mention: v.exactOptional(
      v.pipe(v.string('a name like @drover'), v.regex(/^@?[\w-]{2,64}$/, 'a name like @drover')),
    ),
    webhook: v.exactOptional(webhook),
  }),
  v.check((words) => kinds.filter((kind) => words[kind] !== undefined).length === 1, `one of ${kinds.join(', ')}`),
  v.check(({ cron, text: own }) => cron === undefined || own !== undefined, '`text`, what is to be done then'),
  v.check(({ cron, zone }) => zone === undefined || cron !== undefined, '`zone` beside `cron` alone'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.cron === undefined) return;
    const { cron, zone } = dataset.value;
    const wrong = wrongTimes({ cron, zone });
    if (wrong !== null) addIssue({ message: wrong });
  }),
);
const triggerName = v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]{0,63}$/, 'a name of letters, digits, - and _'));

export const triggers = v.exactOptional(v.nullable(v.record(triggerName, trigger, 'a map'), {}));
