import { once } from 'node:events';
import { type Config, listeningUrl, processConfig } from '../../config.ts';
import { openContext } from '../../context.ts';
import { initialAdminToken } from '../../features/users/initial-admin.ts';
import { buildServer } from '../../server.ts';

/** With no base address configured and any free port, the address is known only once the port is. */
const portOf = (address: string): number => Number(new URL(address).port);

export const serve = async (): Promise<void> => {
  const config: Config = processConfig();
  await using context = await openContext(config);
  const app = await buildServer(context);
  const address = await app.listen({ host: config.host, port: config.port });
  const token = await initialAdminToken(context);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`Reeve listens on ${listeningUrl(config.host, portOf(address))}`);
  print(`Data: ${config.databaseUrl === undefined ? config.dataDir : 'PostgreSQL'}`);
  if (token !== undefined) print(`One-time token for the first administrator: ${token}`);
  const controller = new AbortController();
  await Promise.race([once(process, 'SIGINT', controller), once(process, 'SIGTERM', controller)]);
  controller.abort();
  await app.close();
};
