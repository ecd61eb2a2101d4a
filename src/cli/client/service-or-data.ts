import { readClientConfig } from '../../config.ts';
import type { Called, Output, Terminal } from '../terminal/command.ts';

/** Arguments and options of a command that has the option `--url`. */
interface CalledWithUrl extends Called {
  readonly options: { readonly url: string | undefined };
}

type Act<Call> = (called: Call, terminal: Terminal) => Promise<Output | undefined>;

/**
 * Runs an action through the API of a service if `--url` or TIPSTAFF_URL is set. Otherwise the action uses the
 * instance's data directly.
 */
export const onServiceOrData =
  <Call extends CalledWithUrl>(onService: Act<Call>, onData: Act<Call>): Act<Call> =>
  (called, terminal) => {
    const isOnService = (called.options.url ?? readClientConfig(terminal.environment).url) !== undefined;
    return (isOnService ? onService : onData)(called, terminal);
  };
