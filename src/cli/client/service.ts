// Creates a command's API client from a token and the address of the service.
import { type Client, createClient, type TokenOptions } from '../../../client/index.ts';
import { readClientConfig } from '../../config.ts';
import { hostOfService } from '../../protocols/module-lists/registry-source.ts';
import { type Terminal, UsageError } from '../terminal/command.ts';

export interface ServiceClient {
  readonly url: string;
  readonly client: Client;
}

/** Returns a client for a service. The client reports each delay before a retry as progress. */
export const serviceAt = ({ progress }: Terminal, options: TokenOptions): ServiceClient => ({
  url: options.url,
  client: createClient({
    ...options,
    onWait: (wait) => progress(`${options.url} is busy. The next try is in ${wait / 1_000} seconds.`),
  }),
});

/** Returns the address of a service without trailing slashes. Throws `UsageError` if it is not an HTTP address. */
export function serviceAddress(text: string): string {
  const url = text.replace(/\/+$/, '');
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new UsageError(`${url} is not an http or https address.`);
}

/**
 * Returns a client for the service at the given address or, by default, at TIPSTAFF_URL. Throws `UsageError` if the
 * address or the token is missing.
 */
export function serviceFrom(terminal: Terminal, address?: string): ServiceClient {
  const config = readClientConfig(terminal.environment);
  const named = address ?? config.url;
  if (named === undefined) throw new UsageError('Set TIPSTAFF_URL, or --url, to the address of the service.');
  const url = serviceAddress(named);
  const token = config.tokenFor(hostOfService(url));
  if (token === undefined) {
    throw new UsageError(
      'Set TIPSTAFF_TOKEN to a token of the organization, of one of its teams, or of one of its members.',
    );
  }
  return serviceAt(terminal, { url, token });
}
