// The configuration of a connection to one server, from its address as libpq reads it.
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { offersNoEncryption } from '../../lib/errors/tls-errors.ts';
import { passwordFileParameter } from '../../lib/network/postgres-address.ts';

/** Addresses with `sslmode=prefer` whose server offers no encryption. */
const plainServers = new Set<string>();

/** True where a connection that has failed is tried once more, without encryption. */
export function mayBePlain(url: string, error: unknown): boolean {
  const isPreferred = new URL(url).searchParams.get('sslmode') === 'prefer';
  if (!isPreferred || plainServers.has(url) || !offersNoEncryption(error)) return false;
  plainServers.add(url);
  return true;
}

/** The configuration of a connection; throws where a certificate of the address cannot be read. */
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

/** An address in the words of the library. */
function librariesAddress(url: string): URL {
  const address = new URL(url);
  const { searchParams } = address;
  searchParams.delete('uselibpqcompat');
  if (searchParams.get('sslmode') === 'no-verify') {
    searchParams.set('sslmode', 'require');
    searchParams.delete('sslrootcert');
  }
  // The authorities that Node.js knows are those without a file.
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
  return address;
}

const passwordIn = async (path: string): Promise<string> => (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
