// Reads facts in a running service. Each fact is read once, with a time limit, and without delaying requests.
import type { AnyFact } from '../../../conditions.ts';
import type { Context } from '../../../context.ts';
import type { Database, Reader } from '../../../db/database.ts';
import { type Fact, type FactValues, factValues } from '../../../db/fact.ts';
import { within } from '../../../lib/concurrency/time-limit.ts';
import { memoize, memoizeFor } from '../../../lib/functions/memoize.ts';

/** Maximum duration of a read in milliseconds, because a network disk may never answer. */
export const factTimeout = 5_000;

const scanning = (database: Database): Reader => ({
  engine: database.engine,
  rows: (query, values) => database.scan(query, values),
  first: async (query, values) => (await database.scan(query, values))[0],
});

/** Reads a fact from the database, or returns an earlier result that is recent enough. */
const readKept = memoize(({ isCostly, keptFor = 0, read }: Fact<unknown>) =>
  memoizeFor(keptFor, (database: Database) => read(isCostly ? scanning(database) : database)),
);

const readOne = async (context: Context, fact: AnyFact): Promise<readonly [object, unknown] | undefined> => {
  const read = () => ('of' in fact ? fact.read(context.config, context) : readKept(fact)(context.database));
  try {
    const result = await within(factTimeout, async () => ({ value: await read() }));
    if (result === undefined) throw new Error('too late');
    return [fact, result.value];
  } catch (error) {
    context.log.warn({ error }, 'a check of the status of the service failed or took too long');
    return undefined;
  }
};

/** Reads the facts. A fact that cannot be read in time is omitted and the reason is logged. */
export async function serviceFacts(context: Context, facts: Iterable<AnyFact>): Promise<FactValues> {
  const read = await Promise.all([...new Set(facts)].map((fact) => readOne(context, fact)));
  return factValues(new Map(read.filter((each) => each !== undefined)));
}
