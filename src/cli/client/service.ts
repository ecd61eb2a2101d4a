// The service that a command speaks to, by its address and a token.
import { type Client, createClient, type TokenOptions } from '../../../client/index.ts';
import { readClientConfig } from '../../config.ts';
import { hostOfService } from '../../protocols/module-lists/registry-source.ts';
import { type Terminal, UsageError } from '../terminal/command.ts';

export interface Service {
  readonly url: string;
  readonly client: Client;
}

/** A service whose waits are reported. */
export const serviceAt = ({ progress }: Terminal, options: TokenOptions): Service => ({
  url: options.url,
  client: createClient({
    ...options,
    onWait: (wait) => progress(`${options.url} is busy. The next try is in ${wait / 1_000} seconds.`),
  }),
});

/** An address without slashes at its end; throws `UsageError` for what is no address of a service. */
export function serviceAddress(text: string): string {
  const url = text.replace(/\/+$/, '');
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new UsageError(`${url} is no http or https address.`);
}

/** The service that the variables name, or an address on the command line; throws `UsageError` where something is missing. */
export function serviceFrom(terminal: Terminal, address?: string): Service {
  const config = readClientConfig(terminal.environment);
  const named = address ?? config.url;
  if (named === undefined) throw new UsageError('Set TIPSTAFF_URL, or --url, to the address of the service.');
  const url = serviceAddress(named);
  const token = config.tokenFor(hostOfService(url));
  if (token === undefined) {
    throw new UsageError('Set TIPSTAFF_TOKEN to a token of the organization, of a team, or of somebody in it.');
  }
  return serviceAt(terminal, { url, token });
}
