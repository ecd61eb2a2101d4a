import { readClientConfig } from '../../config.ts';
import type { Called, Output, Terminal } from '../terminal/command.ts';

/** Arguments and options of a command that may name a service. */
interface CalledWithUrl extends Called {
  readonly options: { readonly url: string | undefined };
}

type Act<Call> = (called: Call, terminal: Terminal) => Promise<Output | undefined>;

/** An action on a service where `--url` or TIPSTAFF_URL names one, else on the data of the service itself. */
export const onServiceOrData =
  <Call extends CalledWithUrl>(onService: Act<Call>, onData: Act<Call>): Act<Call> =>
  (called, terminal) => {
    const isOnService = (called.options.url ?? readClientConfig(terminal.environment).url) !== undefined;
    return (isOnService ? onService : onData)(called, terminal);
  };
