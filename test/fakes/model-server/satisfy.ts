// A small value that satisfies a JSON schema as model APIs take them: for answers that nobody has a play for.
import { asList, asRecord, asText, type Json } from '../../../src/agents/json.ts';

export function satisfy(schema: Json): unknown {
  const options = asList(schema.enum);
  if (options.length > 0) return options[0];
  if (schema.const !== undefined) return schema.const;
  const choice = asList(schema.anyOf ?? schema.oneOf)[0];
  if (choice !== undefined) return satisfy(asRecord(choice));
  return plain(asText(Array.isArray(schema.type) ? schema.type[0] : schema.type).toLowerCase(), schema);
}

function plain(type: string, schema: Json): unknown {
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(asRecord(schema.properties)).map(([name, each]) => [name, satisfy(asRecord(each))]),
      );
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 0;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return 'nothing';
  }
}
