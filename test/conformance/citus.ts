// `npm run test:conformance -- citus`: runs the tests that use both engines, with PostgreSQL on a Citus cluster.
// `TIPSTAFF_CITUS_URL` is the URL of an empty database on the coordinator node. The database must have the Citus
// extension and the worker nodes. The URL's user must be a superuser who may create databases on every node. Further
// arguments name test files; without them, all tests that use both engines run.
import { clusterUrl } from '../support/citus.ts';
import { runOnPostgres } from './on-postgres.ts';

// Number of test files that run concurrently. It is low, because each test file has its own database on every node.
const atOnce = 2;

if (clusterUrl !== undefined) await runOnPostgres({ atOnce });
else process.stdout.write('Citus: skipped, since TIPSTAFF_CITUS_URL names no cluster.\n');
