// Actions that access the database directly. The same rules apply as for HTTP requests.
import { readConfig } from '../../config.ts';
import { type Context, openContext } from '../../context.ts';
import { waitForDatabase } from '../../db/open.ts';
import { wiring } from '../../domains/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Action, Called, Output, Terminal } from '../terminal/command.ts';
import { requireInstance } from './require-instance.ts';

export interface CommandContext {
  readonly context: Context;
  readonly actor: Actor;
}

/** Returns the actor for commands that access the database. It determines permissions and appears in audit events. */
export const operator = (requestId: string): Actor => ({
  identity: { kind: 'system', name: 'command line' },
  requestId,
  address: '',
});

/** Options for opening the database. */
interface Opening {
  /** Whether to create an instance if none exists. If false, the action fails without an instance. */
  readonly makesInstance?: boolean;
  /** Whether to open a database that was reset to an earlier state. If false, the action fails for such a database. */
  readonly opensRollback?: boolean;
}

/** Maximum time in ms to wait for a database server that is starting or has no free connection. */
const maxWait = 10_000;

/** Creates an action that runs as the operator. The same rules apply as for HTTP requests. */
export const asOperator =
  <Declared = object>(
    act: (session: CommandContext, called: Called<Declared>, terminal: Terminal) => Promise<Output | undefined>,
    { makesInstance = false, opensRollback = false }: Opening = {},
  ): Action<Declared> =>
  async (called, terminal) => {
    const config = readConfig(terminal.environment);
    await waitForDatabase(config, {
      milliseconds: maxWait,
      needsAnswer: true,
      onWait: () => terminal.progress('Waiting for PostgreSQL to accept a connection.'),
    });
    if (!makesInstance) await requireInstance(config);
    await using context = await openContext(config, wiring, { opensRollback });
    // The `await` is required. Without it, the context would be closed before the action is done.
    return await act({ context, actor: operator(crypto.randomUUID()) }, called, terminal);
  };
