// Commands that act on the service's data, by the same rules as HTTP.
import { readConfig } from '../config.ts';
import { type Context, openContext } from '../context.ts';
import { portsFor } from '../domains/index.ts';
import type { Actor } from '../lib/actor.ts';
import type { Options } from '../lib/options.ts';
import { type Called, type Command, type CommandParts, type Output, plainCommand, type Terminal } from './command.ts';

/** What a command that acts on the service's data is given. */
export interface CommandContext {
  readonly context: Context;
  readonly actor: Actor;
}

interface ActingSpec<Declared extends Options> extends CommandParts<Declared> {
  readonly act: (session: CommandContext, called: Called<Declared>, terminal: Terminal) => Promise<Output | undefined>;
}

/** Who the command line is to the rules and in the audit record. */
const operator = (requestId: string): Actor => ({
  identity: { kind: 'system', name: 'command line' },
  requestId,
  address: '',
});

/** Declares a command that acts through the same rules as HTTP, as the operator. */
export const actingCommand = <Declared extends Options>(spec: ActingSpec<Declared>): Command =>
  plainCommand<Declared>({
    ...spec,
    run: async (called, terminal) => {
      const config = readConfig(terminal.environment);
      await using context = await openContext(config, portsFor);
      // NOTE: without the await, the context would be closed before the command is done.
      return await spec.act({ context, actor: operator(crypto.randomUUID()) }, called, terminal);
    },
  });
