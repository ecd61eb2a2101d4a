// Parses the texts of variables. Each function returns null for an invalid text.
import { BlockList, isIP } from 'node:net';
import { isThisMachine } from '../lib/network/address.ts';
import { hostIn, originIn } from '../lib/network/host.ts';
import { exceptionIn } from '../lib/network/no-proxy.ts';

const isCidr = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number.parseInt(bits, 10), family === 4 ? 'ipv4' : 'ipv6');
    return /^\d+$/.test(bits);
  } catch {
    return false;
  }
};

const parseUrl = (text: string, protocols: readonly string[]): string | null => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? text.replace(/\/+$/, '') : null;
};

/** Parses the base URL. It is published and logged, so it must not contain credentials. */
export const parseBaseUrl = (text: string): string | null =>
  /[?#@]/.test(text) ? null : parseUrl(text, ['http:', 'https:']);

/** Parses an IP address or a host name without a port. */
export const parseListeningHost = (text: string): string | null =>
  isIP(text) !== 0 || !text.includes(':') ? text : null;

/**
 * Parses the base URL of the SMS provider. HTTPS is required except for loopback addresses, so that credentials are
 * never sent unencrypted over a network.
 */
export const parseSmsBaseUrl = (text: string): string | null => {
  const url = /[?#@]/.test(text) ? null : URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url));
  return isSafe ? text.replace(/\/+$/, '') : null;
};

export const parseInteger = (text: string): unknown => (/^\d{1,15}$/.test(text) ? Number(text) : null);

const partsOf = (text: string): readonly string[] =>
  text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

/** Parses pairs of names and values in OpenTelemetry's format: percent-encoded and separated by commas. */
export function parsePairs(text: string): Readonly<Record<string, string>> | null {
  const parts = partsOf(text);
  const pairs = parts.flatMap((part) => {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(part) ?? [];
    return name === undefined || value === undefined ? [] : [[name.trim(), value.trim()] as const];
  });
  try {
    const decoded = pairs.map((pair) => pair.map(decodeURIComponent));
    return pairs.length === parts.length ? Object.fromEntries(decoded) : null;
  } catch {
    return null;
  }
}

export const parseHosts = (text: string): readonly string[] | null => {
  const parts = partsOf(text);
  const hosts = parts.flatMap((part) => hostIn(part) ?? []);
  return hosts.length === parts.length ? hosts : null;
};

export const parseOrigins = (text: string): readonly string[] | null => {
  const parts = partsOf(text);
  const origins = parts.flatMap((part) => originIn(part) ?? []);
  return origins.length === parts.length ? origins : null;
};

/** Parses the URL of a proxy, which can contain credentials in percent-encoding. */
export const parseProxyUrl = (text: string): string | null => {
  const url = URL.parse(text);
  const isProxy = url?.pathname === '/' && /^https?:$/.test(url.protocol) && url.search + url.hash === '';
  return isProxy && decoded(url.username + url.password) !== undefined ? url.href : null;
};

/** Decodes percent-encoding. Undefined if it is invalid. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

export const parseNoProxy = (text: string): readonly string[] | null => {
  const parts = partsOf(text);
  const exceptions = parts.flatMap((part) => exceptionIn(part) ?? []);
  return exceptions.length === parts.length ? exceptions : null;
};

export const parseProxies = (text: string): readonly string[] | null => {
  const proxies = partsOf(text);
  return proxies.every(isCidr) ? proxies : null;
};
