// Requests of commands that speak to a service elsewhere, by its address and a token.
import { setTimeout as pause } from 'node:timers/promises';
import { readClientConfig } from '../config.ts';
import { hostOfService } from '../protocols/module-lists/registry-source.ts';
import { NotChecked, type Terminal, UsageError } from './command.ts';
import { reasonOf } from './failure.ts';

export interface Service {
  readonly url: string;
  readonly token: string;
}

/** The service that the variables name, or an address on the command line; throws `UsageError` where something is missing. */
export function serviceFrom({ environment }: Terminal, address?: string): Service {
  const config = readClientConfig(environment);
  const url = address?.replace(/\/+$/, '') ?? config.url;
  if (url === undefined) throw new UsageError('Set REEVE_URL, or --url, to the address of the service.');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new UsageError(`${url} is no http or https address.`);
  const token = config.tokenFor(hostOfService(url));
  if (token === undefined) throw new UsageError('Set REEVE_TOKEN to a token of somebody in the organization.');
  return { url, token };
}

/** A request; GET without a body. */
export interface ServiceRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends a request again while the service answers that it is busy; throws `NotChecked` where none answers. */
export async function sendPatiently(service: Service, request: ServiceRequest): Promise<Response> {
  for (let left = tries - 1; ; left -= 1) {
    const response = await send(service, request);
    if (left === 0 || !isPassing(response)) return response;
    await pause(secondsToWait(response) * 1_000);
  }
}

const tries = 4;

/** In milliseconds. */
const maxWait = 30_000;

async function send({ url, token }: Service, { method = 'GET', path, body }: ServiceRequest): Promise<Response> {
  try {
    return await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(maxWait),
    });
  } catch (error) {
    throw new NotChecked(`${url} does not answer (${reasonOf(error)}).`);
  }
}

const isPassing = ({ status }: Response): boolean => status === 429 || status === 503;

function secondsToWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? '1');
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), maxPause) : 1;
}

const maxPause = 10;

export const unknownToken = ({ url }: Service): string => `${url} does not know the token, or it has expired.`;

/** What an answer says that nobody expected. */
export const unexpectedAnswer = ({ url }: Service, status: number, body: unknown): string =>
  `${url} answered ${status}. ${detailsIn(body)}`.trim();

function detailsIn(body: unknown): string {
  const errors: unknown = Reflect.get(Object(body), 'errors');
  const details = (Array.isArray(errors) ? errors : []).map((error) => String(Reflect.get(Object(error), 'detail')));
  return details.slice(0, 3).join(' ');
}
