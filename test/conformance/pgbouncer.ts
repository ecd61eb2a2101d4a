// `npm run test:conformance -- pgbouncer`: the tests of both engines, those of PostgreSQL with PgBouncer before the services
// and commands that they start, in transaction mode unless `TIPSTAFF_PGBOUNCER` is `session`. Further arguments are files;
// without any, all that test on both engines.
import { isInstalled } from '../support/pgbouncer.ts';
import { runOnPostgres } from './on-postgres.ts';

const { env } = process;

if (isInstalled()) {
  // The set-up of the tests reads it. On a cluster there would be no server of their own.
  env.TEST_PGBOUNCER_MODE = env.TIPSTAFF_PGBOUNCER ?? 'transaction';
  delete env.TIPSTAFF_CITUS_URL;
  await runOnPostgres();
} else process.stdout.write('PgBouncer: skipped, since it is not installed (apt-get install pgbouncer).\n');
