import { isIPv6 } from 'node:net';

const thisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of a URL is a loopback address. Plain HTTP is safe there, because it does not leave the machine. */
export const isThisMachine = ({ hostname }: URL): boolean => thisMachine.test(hostname);

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const firstGroups = (address: string): string => {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const gap = address.includes('::') ? Array.from({ length: 8 - before.length - after.length }, () => '0') : [];
  return [...before, ...gap, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

/** Matches an address with a port. Some proxies append the client's port, which differs for each connection. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** Removes the port from an address that is taken from `X-Forwarded-For`. */
export const withoutPort = (address: string): string => {
  const [, six, four] = withPort.exec(address) ?? [];
  return six ?? four ?? address;
};

/**
 * Returns the network that rate limits treat as one client: the address itself for IPv4, and the /64 network for IPv6.
 */
export const clientNetwork = (forwarded: string): string => {
  const address = withoutPort(forwarded);
  const mapped = mappedIPv4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? `${firstGroups(address)}::/64` : address;
};

/**
 * Returns the path prefix of a service behind a reverse proxy that removes the prefix from requests. It is usually
 * empty.
 */
export function pathPrefixOf(baseUrl: string): string {
  const { pathname } = new URL(baseUrl);
  return pathname === '/' ? '' : pathname;
}
