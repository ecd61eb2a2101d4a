// `npm run test:conformance -- citus`: the tests of both engines, those of PostgreSQL on a Citus cluster. `TIPSTAFF_CITUS_URL` is
// the address of an empty database on its coordinator, with the extension and the workers, as a superuser who may make
// databases on every node. Further arguments are files; without any, all that test on both engines.
import { clusterUrl } from '../support/citus.ts';
import { runOnPostgres } from './on-postgres.ts';

// Each test file has a database of its own on every node.
const atOnce = 2;

if (clusterUrl !== undefined) await runOnPostgres({ atOnce });
else process.stdout.write('Citus: skipped, since TIPSTAFF_CITUS_URL names no cluster.\n');
