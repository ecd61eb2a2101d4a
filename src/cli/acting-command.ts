// Commands that act on the service's data, by the same rules as HTTP.
import { readConfig } from '../config.ts';
import { type Context, openContext } from '../context.ts';
import { portsFor } from '../domains/index.ts';
import type { Actor } from '../kernel/actor.ts';
import { type Called, type Command, type Declaration, type Output, plainCommand, type Terminal } from './command.ts';
import type { Options } from './options.ts';
import { requireInstance } from './require-instance.ts';

/** Context and actor of a command that acts on the service's data. */
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
