// Commands that act on the service's data, by the same rules as HTTP.
import { type Config, readConfig } from '../config.ts';
import { type Context, openContext } from '../context.ts';
import { isMade } from '../db/open.ts';
import { portsFor } from '../domains/index.ts';
import type { Actor } from '../lib/actor.ts';
import type { Options } from '../lib/options.ts';
import {
  type Called,
  type Command,
  CommandFailed,
  type Declaration,
  type Output,
  plainCommand,
  type Terminal,
} from './command.ts';

/** What a command that acts on the service's data is given. */
export interface CommandContext {
  readonly context: Context;
  readonly actor: Actor;
}

/** Who the command line is to the rules and in the audit record. */
export const operator = (requestId: string): Actor => ({
  identity: { kind: 'system', name: 'command line' },
  requestId,
  address: '',
});

/** Fails where the data folder is not that of an instance: the command was run in the wrong folder, perhaps. */
async function requireInstance(config: Config): Promise<void> {
  if (await isMade(config)) return;
  const { databaseUrl, dataDir } = config;
  throw new CommandFailed(
    databaseUrl === undefined
      ? `There is no data of Reeve in ${dataDir}: run this in the folder of the service, or set REEVE_DATA_DIR to its data folder. "reeve serve" makes a new one.`
      : `There is no data of Reeve in the database of REEVE_DATABASE_URL (data folder ${dataDir}): set it to that of the service. "reeve serve" makes a new one.`,
  );
}

/** A command that acts through the same rules as HTTP, as the operator. */
export const actingCommand = <Declared extends Options>(
  declaration: Declaration<Declared>,
  act: (session: CommandContext, called: Called<Declared>, terminal: Terminal) => Promise<Output | undefined>,
): Command =>
  plainCommand(declaration, async (called, terminal) => {
    const config = readConfig(terminal.environment);
    if (!declaration.makesInstance) await requireInstance(config);
    await using context = await openContext(config, portsFor, { opensRollback: declaration.opensRollback === true });
    // NOTE: without the await, the context would be closed before the command is done.
    return await act({ context, actor: operator(crypto.randomUUID()) }, called, terminal);
  });
