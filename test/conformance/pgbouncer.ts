// `npm run test:conformance -- pgbouncer`: runs the tests that use both engines, with PgBouncer between PostgreSQL and
// the services and commands that the tests start. The pool mode is `transaction` unless `TIPSTAFF_PGBOUNCER` is
// `session`. Further arguments name test files; without them, all tests that use both engines run.
import { isInstalled } from '../support/pgbouncer.ts';
import { runOnPostgres } from './on-postgres.ts';

const { env } = process;

if (isInstalled()) {
  // The global test setup reads this variable. A Citus cluster is not used, because the tests need their own server.
  env.TEST_PGBOUNCER_MODE = env.TIPSTAFF_PGBOUNCER ?? 'transaction';
  delete env.TIPSTAFF_CITUS_URL;
  await runOnPostgres();
} else process.stdout.write('PgBouncer: skipped, since it is not installed (apt-get install pgbouncer).\n');
