import { readClientConfig } from '../config.ts';
import type { Command } from './command.ts';

/** A command that acts on a service where `--url` or TIPSTAFF_URL names one, else on the data of the service itself. */
export const onServiceOrData =
  (onService: Command, onData: Command): Command =>
  (words, raw, terminal) => {
    const isOnService = typeof raw.url === 'string' || readClientConfig(terminal.environment).url !== undefined;
    return (isOnService ? onService : onData)(words, raw, terminal);
  };
