import { closeGently } from '../../src/cli/data/shutdown.ts';
import { openContext } from '../../src/context.ts';
import { openDatabase } from '../../src/db/open.ts';
import { wiring } from '../../src/domains/index.ts';
import { buildServer } from '../../src/server.ts';
import { borrowEngine } from './lent-engine.ts';
import { longTimeouts } from './postgres-databases.ts';
import type { World } from './world.ts';

/** Opens another instance of the service on the same database. */
export const secondInstance = async ({ context }: World) => {
  await using stack = new AsyncDisposableStack();
  const second = stack.use(
    await openContext(context.config, wiring, {
      openMigrated: (config) => openDatabase(config, longTimeouts),
    }),
  );
  borrowEngine(second);
  const app = buildServer(second);
  stack.defer(() => closeGently(app));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const opened = stack.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};
