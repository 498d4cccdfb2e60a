// A request's input through its schema, at the daemon's door: past it, types.
import * as v from 'valibot';
import { type Failure, fail, type Result } from '../domain/error.ts';
import { type CommandName, schemas } from './commands.ts';
import { errors } from './errors/errors.ts';

export type Input<Name extends CommandName> = v.InferOutput<(typeof schemas)[Name]>;

export const isCommand = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(schemas, name);

/** `USAGE` naming the field, or the code a field's check names (`TEXT_EMPTY`, `TEXT_TOO_LONG`). */
export function readInput<Name extends CommandName>(name: Name, input: unknown): Result<Input<Name>> {
  const parsed = v.safeParse(schemas[name], input ?? {});
  if (parsed.success) return { ok: true, value: parsed.output as Input<Name> };
  return { ok: false, failure: explain(name, parsed.issues) };
}

function explain(name: CommandName, issues: readonly v.BaseIssue<unknown>[]): Failure {
  const coded = issues.find((issue) => issue.message in errors);
  const issue = coded ?? issues[0];
  const field = issue === undefined ? '' : (v.getDotPath(issue as v.BaseIssue<unknown>) ?? '');
  if (coded !== undefined) {
    const code = coded.message as keyof typeof errors;
    return fail(code, errors[code].sentence, { field }).failure;
  }
  return fail('USAGE', `${name}: ${field === '' ? 'the input' : field}: ${issue?.message ?? 'not understood'}`, {
    field,
  }).failure;
}
