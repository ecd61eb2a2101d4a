// Actions on the service's data, by the same rules as HTTP.
import { readConfig } from '../../config.ts';
import { type Context, openContext } from '../../context.ts';
import { waitForDatabase } from '../../db/open.ts';
import { wiring } from '../../domains/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Action, Called, Output, Terminal } from '../terminal/command.ts';
import { requireInstance } from './require-instance.ts';

/** Context and actor of an action on the service's data. */
export interface CommandContext {
  readonly context: Context;
  readonly actor: Actor;
}

/** Actor of the command line, for the rules and in the audit record. */
export const operator = (requestId: string): Actor => ({
  identity: { kind: 'system', name: 'command line' },
  requestId,
  address: '',
});

/** Exceptions to how the data is opened. */
interface Opening {
  /** True if it makes a new instance where there is none; others fail there, and make nothing. */
  readonly makesInstance?: boolean;
  /** True if it deals with a database that was set back to an earlier time; others fail there. */
  readonly opensRollback?: boolean;
}

/** Maximum time in ms that a command waits for a server that has no connection left, or is starting. */
const maxWait = 10_000;

/** An action by the same rules as HTTP, as the operator. */
export const acting =
  <Declared = object>(
    act: (session: CommandContext, called: Called<Declared>, terminal: Terminal) => Promise<Output | undefined>,
    { makesInstance = false, opensRollback = false }: Opening = {},
  ): Action<Declared> =>
  async (called, terminal) => {
    const config = readConfig(terminal.environment);
    await waitForDatabase(config, {
      milliseconds: maxWait,
      needsAnswer: true,
      onWait: () => terminal.progress('Waiting for PostgreSQL to take a connection.'),
    });
    if (!makesInstance) await requireInstance(config);
    await using context = await openContext(config, wiring, { opensRollback });
    // NOTE: without the await, the context would be closed before the action is done.
    return await act({ context, actor: operator(crypto.randomUUID()) }, called, terminal);
  };
