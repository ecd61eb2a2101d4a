// Parses exceptions from the use of a proxy, in the notation that Node.js accepts in NO_PROXY.
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { hostIn } from './host.ts';

/** Splits an exception into a host pattern and a port. The port is empty if the exception applies to all ports. */
function partsOf(exception: string): readonly [pattern: string, port: string] {
  const [, pattern = '', port = ''] = /^(.*?)(?::([1-9]\d{0,4}))?$/.exec(exception) ?? [];
  return [pattern, port];
}

/** Returns the addresses in a range such as `10.0.0.1-10.0.0.99`, or undefined for any other text. */
function rangeIn(pattern: string): BlockList | undefined {
  const [first = '', last = '', ...rest] = pattern.split('-');
  if (!(isIPv4(first) && isIPv4(last)) || rest.length > 0) return undefined;
  const range = new BlockList();
  try {
    range.addRange(first, last, 'ipv4');
    return range;
  } catch {
    // `BlockList` throws if the last address of the range is lower than the first one.
    return undefined;
  }
}

const withoutDot = (host: string): string => host.replace(/\.$/, '');

/**
 * Normalizes a host. Returns undefined for a text that is neither a host name nor an IP address in its usual notation.
 */
function hostOf(text: string): string | undefined {
  const host = withoutDot(hostIn(text) ?? '');
  if (host.startsWith('[') || isIPv4(text)) return host;
  const isName = /^([\w-]+\.)*[a-z_][\w-]*$/.test(host) && !/^[\d.]+-/.test(host);
  return isName ? host : undefined;
}

/**
 * Normalizes an exception: `*`, or an IP address, a range of addresses, a host name, or a domain such as `.internal` or
 * `*.internal`, each with an optional port. Returns undefined for any other text.
 */
export function exceptionIn(text: string): string | undefined {
  if (text === '*') return text;
  const [pattern, port] = isIPv6(text) ? [`[${text}]`, ''] : partsOf(text);
  if (Number(port) > 65_535) return undefined;
  const domain = /^\*?\./.exec(pattern)?.[0] ?? '';
  const host = rangeIn(pattern) === undefined ? hostOf(pattern.slice(domain.length)) : pattern;
  const isWrong = host === undefined || (domain !== '' && isAddress(host));
  return isWrong ? undefined : domain + host + (port && `:${port}`);
}

const isAddress = (host: string): boolean => host.startsWith('[') || isIPv4(host);

/** Whether an exception applies to a host. IPv6 addresses are in brackets. */
export const isExcepted = (hostname: string, port: number, exceptions: readonly string[]): boolean =>
  exceptions.some((exception) => {
    const [pattern, ownPort] = partsOf(exception);
    return (ownPort === '' || Number(ownPort) === port) && isMatch(pattern, withoutDot(hostname));
  });

function isMatch(pattern: string, host: string): boolean {
  if (pattern === '*' || pattern === host) return true;
  if (pattern.startsWith('*')) return host.endsWith(pattern.slice(1));
  if (pattern.startsWith('.')) return host === pattern.slice(1) || host.endsWith(pattern);
  return isIPv4(host) && rangeIn(pattern)?.check(host) === true;
}
