import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

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
    .map((part) => part.trim());

/**
 * Where a request comes from. Each proxy adds the address that it was called from at the end of `X-Forwarded-For`; the
 * client is the last one which is not a trusted proxy itself. `proxies` are addresses or CIDR blocks.
 */
export function clientAddresses(proxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = blockListOf(proxies);
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (request) => {
    const { remoteAddress = '' } = request.socket;
    if (!isTrusted(remoteAddress)) return remoteAddress;
    const way = [...forwardedAddresses(request).filter((address) => address !== ''), remoteAddress];
    return way.findLast((address) => !isTrusted(address)) ?? way[0] ?? remoteAddress;
  };
}
