// Service in a child process, which a test can measure, limit and kill.
import { once } from 'node:events';
import { readConfig } from '../../src/config.ts';
import { type Context, openContext } from '../../src/context.ts';
import { wiring } from '../../src/domains/index.ts';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import type { Environment, Running } from './command.ts';
import { createUser } from './create-user.ts';
import { setRateLimit, system, tokenOf } from './world.ts';

/** Organization in a database that is prepared before the service starts. Its owner has a token. */
export interface Prepared {
  readonly name: string;
  readonly organizationId: string;
  readonly token: string;
}

const plenty = 1_000_000;

/** Opens the database of a service that runs in another process, or that will be started later. */
export const withDatabaseOf = async <T>(
  environment: Environment,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  await using context = await openContext(readConfig(environment), wiring);
  return await work(context);
};

/** Creates an organization and its owner in an empty database, and disables the rate limit. */
export const prepare = (environment: Environment): Promise<Prepared> =>
  withDatabaseOf(environment, async (context) => {
    await setRateLimit(context, plenty);
    const owner = await createUser(context, system, { username: 'owner', email: 'owner@example.com' });
    const input = { name: 'home', email: 'home@example.com' };
    const { name, id } = await createOrganization(context, system, input, owner.id);
    return { name, organizationId: id, token: await tokenOf(context, owner.id) };
  });

/** Kills a service with SIGKILL, which has the effect of a power failure. */
export const killed = async ({ child }: Running): Promise<void> => {
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
};
