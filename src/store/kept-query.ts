// Queries that are built and compiled once for each store: kysely takes many times as long for that as sqlite does for the answer.
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Handle } from './handle.ts';
import type { Tables } from './tables.ts';

type Value = string | number | null;

/** Stands for a value of a query until there is one. */
class StandIn {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** `build` is given stand-ins for its values: it may put them into a query, and never look at them. What does not change is written in the query. */
export const keptQuery =
  <Values extends Readonly<Record<string, Value>>, Row>(
    build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
  ) =>
  ({ db, cache: { compiled } }: Handle, values: Values): Promise<QueryResult<Row>> => {
    const known = compiled.get(build) as CompiledQuery<Row> | undefined;
    const query = known ?? build(db, standInsFor(values)).compile();
    if (known === undefined) compiled.set(build, query);
    const parameters = query.parameters.map((each) => (each instanceof StandIn ? values[each.name] : each));
    return db.executeQuery({ ...query, parameters });
  };

const standInsFor = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, new StandIn(name)])) as Values;
