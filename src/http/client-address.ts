import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { withoutPort } from '../lib/network/address.ts';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const blockListOf = (blocks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits] = block.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
};

const forwardedAddresses = (request: IncomingMessage): readonly string[] =>
  [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .flatMap((field) => field.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(withoutPort);

/**
 * Returns a function that determines the client address of a request. `proxies` are the IP addresses or CIDR blocks of
 * trusted proxies. Each proxy appends the address of its caller to `X-Forwarded-For`, so the client is the last address
 * that is not a trusted proxy. An entry that is not an address is ignored together with all entries before it, because
 * the client may have written them.
 */
export function clientAddresses(proxies: readonly string[]): (request: IncomingMessage) => string {
  if (proxies.length === 0) return ({ socket: { remoteAddress = '' } }) => remoteAddress;
  const trusted = blockListOf(proxies);
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (request) => {
    const { remoteAddress = '' } = request.socket;
    if (!isTrusted(remoteAddress)) return remoteAddress;
    const forwarded = forwardedAddresses(request);
    const known = forwarded.slice(forwarded.findLastIndex((address) => isIP(address) === 0) + 1);
    return known.findLast((address) => !isTrusted(address)) ?? known[0] ?? remoteAddress;
  };
}
