// Program that changes accounts and updates the files next to the database after each change, until it is killed.
import { flushCompileCache } from 'node:module';
import { readConfig } from '../../src/config.ts';
import { openContext } from '../../src/context.ts';
import { auditAnchor, sealedHead } from '../../src/domains/audit/index.ts';
import { wiring } from '../../src/domains/index.ts';
import { processEnvironment } from '../../src/environment.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { createUser } from '../support/create-user.ts';
import { system } from '../support/world.ts';

// Write the compile cache now, because a killed process would not write it. It makes the next writer start faster.
flushCompileCache();
const context = await openContext(readConfig(processEnvironment), wiring);
// Delete the lease on sealing audit records, which the previous, killed writer still holds.
await context.database.transaction((tx) => tx.run((db) => db.deleteFrom('leases')));
for (;;) {
  const username = `user-${randomText(12)}`;
  await createUser(context, system, { username, email: `${username}@example.com` });
  await sealedHead(context);
  await auditAnchor(context).update();
  await context.database.fold('now');
  process.stdout.write('.');
}
