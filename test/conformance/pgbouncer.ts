// `npm run test:conformance -- pgbouncer`: the tests of both engines, those of PostgreSQL with PgBouncer before every service,
// in transaction mode unless `REEVE_PGBOUNCER` is `session`. Further arguments are files; without any, all that test on both
// engines.
import { availableParallelism } from 'node:os';
import { isInstalled } from '../support/pgbouncer.ts';
import { runOnPostgres, say } from './on-postgres.ts';

if (!isInstalled()) say('PgBouncer: skipped, since it is not installed (apt-get install pgbouncer).');
else {
  // biome-ignore lint/style/noProcessEnv: the global set-up reads it
  process.env.REEVE_PGBOUNCER ??= 'transaction';
  await runOnPostgres(availableParallelism() + 2);
}
