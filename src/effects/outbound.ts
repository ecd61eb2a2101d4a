// Connections to hosts that an administrator names: never to the machine's own link, nor to a cloud's metadata.
import { lookup } from 'node:dns';
import { BlockList, connect, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';

/** A name or an address that leads where no connection is made to. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** A connection was not there in time; the system's own error for that has the same code. */
class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  readonly code = 'ETIMEDOUT';
}

const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
// The same link, written for translators between the two families.
refused.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
refused.addSubnet('2002:a9fe::', 32, 'ipv6');
// Metadata services outside the link: Amazon, Google, Oracle, Alibaba, Linode, Scaleway, Azure.
refused.addSubnet('fd00:ec2::', 32, 'ipv6');
refused.addAddress('fd20:ce::254', 'ipv6');
refused.addAddress('fd00:c1::a9fe:a9fe', 'ipv6');
refused.addAddress('192.0.0.192', 'ipv4');
refused.addAddress('fd00:100::100:200', 'ipv6');
refused.addAddress('100.100.100.200', 'ipv4');
refused.addAddress('fd00:a9fe:a9fe::1', 'ipv6');
refused.addAddress('fd00:42::42', 'ipv6');
refused.addAddress('168.63.129.16', 'ipv4');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an address is never connected to. */
export const isRefusedAddress = (address: string): boolean => isIn(refused, address.split('%')[0] ?? '');

/** Whether an address is this very machine. */
export const isLoopback = (address: string): boolean => isIn(loopback, address);

/** Throws `RefusedAddress` for a host that is written as a refused address; names are looked at when they resolve. */
export const requireAllowedHost = (host: string): void => {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 && isRefusedAddress(bare)) throw new RefusedAddress(bare);
};

/** Looks a name up for a connection that is about to be made, and fails when any of its addresses is refused. */
export const guardedLookup: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return answer(error, []);
    const bad = addresses.find(({ address }) => isRefusedAddress(address));
    if (bad !== undefined) return answer(new RefusedAddress(bad.address), []);
    if (options.all === true) return answer(null, addresses);
    const [first] = addresses;
    return answer(null, first?.address ?? '', first?.family);
  });
};

/** How long one of several addresses is tried before the next one is, in milliseconds. */
const perAddress = 2_000;

/** Opens a TCP connection. Throws `RefusedAddress`, or an error with the system's code, `ETIMEDOUT` when it is not there in time. */
export const connectTo = async (host: string, port: number, milliseconds: number): Promise<Socket> => {
  requireAllowedHost(host);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({
    host,
    port,
    lookup: guardedLookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddress,
  });
  const timer = setTimeout(() => reject(new ConnectTimeout(host)), milliseconds);
  socket.once('connect', () => resolve(socket));
  socket.once('error', reject);
  try {
    return await promise;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    socket.off('error', reject);
  }
};
