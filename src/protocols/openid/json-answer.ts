// Fetches JSON from a provider for requests that `openid-client` does not support.
import type { CustomFetch } from 'openid-client';
import { OpenIdError, type OpenIdErrorCode } from './error.ts';

export interface JsonAnswer {
  readonly value: unknown;
  readonly headers: Headers;
}

/**
 * Fetches JSON. Throws `OpenIdError` if the status is not 200 or the body is not JSON. `refused` is the error code for
 * a 4xx status.
 */
export async function fetchJson(
  fetch: CustomFetch,
  url: string,
  headers: Readonly<Record<string, string>>,
  refused: OpenIdErrorCode = 'provider-failed',
): Promise<JsonAnswer> {
  const answer = await fetch(url, { method: 'GET', headers: { ...headers }, body: undefined, redirect: 'manual' });
  const { status } = answer;
  if (status !== 200) {
    throw new OpenIdError(status >= 400 && status < 500 ? refused : 'provider-failed', { detail: String(status) });
  }
  try {
    return { value: await answer.json(), headers: answer.headers };
  } catch (cause) {
    throw new OpenIdError('not-json', { cause });
  }
}
