// Creates the driver's configuration for one server from a URL with libpq parameters.
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { offersNoEncryption } from '../../lib/errors/tls-errors.ts';
import { passwordFileParameter } from '../../lib/network/postgres-address.ts';

/** URLs with `sslmode=prefer` whose server has refused encryption. */
const plainServers = new Set<string>();

/** Whether to retry a failed connection without encryption. */
export function mayBePlain(url: string, error: unknown): boolean {
  const isPreferred = new URL(url).searchParams.get('sslmode') === 'prefer';
  if (!isPreferred || plainServers.has(url) || !offersNoEncryption(error)) return false;
  plainServers.add(url);
  return true;
}

/** Returns the configuration of a connection. Throws if a certificate file cannot be read. */
export function configOf(url: string): pg.ClientConfig {
  const { searchParams, href } = librariesAddress(url);
  const passwordFile = searchParams.get(passwordFileParameter);
  const config = toClientConfig(parse(href, { useLibpqCompat: true }));
  return {
    ...config,
    ...(plainServers.has(url) && { ssl: false }),
    ...(passwordFile !== null && { password: () => passwordIn(passwordFile) }),
  };
}

/** Converts the URL parameters of libpq to those of the `pg` driver. */
function librariesAddress(url: string): URL {
  const address = new URL(url);
  const { searchParams } = address;
  searchParams.delete('uselibpqcompat');
  if (searchParams.get('sslmode') === 'no-verify') {
    searchParams.set('sslmode', 'require');
    searchParams.delete('sslrootcert');
  }
  // With `sslrootcert=system`, the default CA certificates are to be trusted. The driver trusts those of Node.js if the
  // parameter is absent.
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
  return address;
}

const passwordIn = async (path: string): Promise<string> => (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
