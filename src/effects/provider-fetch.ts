// HTTP requests for sign-in. They only reach public addresses and the addresses that the operator lists. Redirects are
// not followed, and responses must be JSON of limited size.
import { text } from 'node:stream/consumers';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import { boundedChunks } from '../kernel/byte-source.ts';
import { errorCode } from '../lib/errors/error-code.ts';
import { isThisMachine } from '../lib/network/address.ts';
import { OpenIdError } from '../protocols/openid/error.ts';
import { type OutboundResponse, type ProxyConfig, type Reach, RefusedAddress, sendRequest } from './outbound.ts';

export interface ProviderNetwork {
  /** Origins that may have an address in a private network. On a loopback address, they may also use plain HTTP. */
  readonly listed: readonly string[];
  readonly proxy: ProxyConfig;
  /** Signal that is aborted when the service stops. */
  readonly signal: AbortSignal;
  /** Maximum time in ms of a request. */
  readonly timeout?: number;
}

const defaultTimeout = 10_000;
const maxAnswerBytes = 262_144;

/** Returns the fetch function for sign-in providers. It throws `OpenIdError`. */
export function providerFetch(network: ProviderNetwork): CustomFetch {
  return async (address, request) => {
    const timeout = AbortSignal.timeout(network.timeout ?? defaultTimeout);
    const signal = AbortSignal.any([network.signal, timeout, ...(request.signal ? [request.signal] : [])]);
    try {
      return await send(address, request, { ...network, signal });
    } catch (error) {
      throw explained(error, timeout);
    }
  };
}

async function send(
  address: string,
  { method, headers, body }: CustomFetchOptions,
  { listed, proxy, signal }: ProviderNetwork,
): Promise<Response> {
  const { url, reach } = reachable(address, listed);
  using answer = await sendRequest(url, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body instanceof URLSearchParams && { body: body.toString() }),
    proxy,
    reach,
    signal,
  });
  const { status } = answer;
  if (status >= 300 && status < 400) throw new OpenIdError('redirected', { detail: String(status) });
  if (status === 200) requireJson(answer);
  const content = await text(boundedChunks(answer, maxAnswerBytes, () => new OpenIdError('answer-too-large')));
  return new Response(bodiless.includes(status) ? null : content, { status, headers: passedHeaders(answer) });
}

/** Response status codes that have no body. */
const bodiless = [204, 205];

function reachable(address: string, listed: readonly string[]): { readonly url: URL; readonly reach: Reach } {
  const url = new URL(address);
  const isListed = listed.includes(url.origin);
  const isPlain = url.protocol === 'http:' && isListed && isThisMachine(url);
  if (url.protocol !== 'https:' && !isPlain) throw new OpenIdError('insecure-address');
  return { url, reach: isListed ? 'own' : 'public' };
}

function requireJson({ headers }: OutboundResponse): void {
  const isEncoded = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  const isJson = /^application\/([\w.+-]+\+)?json(;|$)/i.test((headers['content-type'] ?? '').trim());
  if (isEncoded || !isJson) throw new OpenIdError('not-json');
}

/** Names of the response headers that sign-in needs. Other headers are removed. */
const passed = ['content-type', 'www-authenticate', 'link', 'x-github-sso'];

function passedHeaders({ headers }: OutboundResponse): Headers {
  const fields = new Headers();
  for (const name of passed) {
    const value = headers[name];
    if (typeof value === 'string') fields.set(name, value);
  }
  return fields;
}

function explained(error: unknown, timeout: AbortSignal): OpenIdError {
  if (error instanceof OpenIdError) return error;
  if (error instanceof RefusedAddress) return new OpenIdError('private-address');
  const detail = timeout.aborted ? 'timeout' : errorCode(error) || undefined;
  return new OpenIdError('unreachable', { detail, cause: error });
}
