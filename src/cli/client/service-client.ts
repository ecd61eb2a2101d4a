// Requests of commands that speak to a service elsewhere, by its address and a token.
import { setTimeout as pause } from 'node:timers/promises';
import { type Static, type TSchema, Type } from 'typebox';
import { readClientConfig } from '../../config.ts';
import { Nullable } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { hostOfService } from '../../protocols/module-lists/registry-source.ts';
import { type CommandProblem, NotChecked, type Terminal, UsageError } from '../terminal/command.ts';
import { inSentence, reasonOf } from '../terminal/failure.ts';
import { parsedJson } from '../terminal/input.ts';
import { missingSentence } from './service-missing.ts';

export interface Service {
  readonly url: string;
  readonly token: string;
  /** Other hosts to which the service may redirect the requests for content; the token is never sent to them. */
  readonly contentHosts?: readonly string[];
  /** Says that the command waits, since the service asks for it. */
  readonly onWait?: (sentence: string) => void;
}

/** The service that the variables name, or an address on the command line; throws `UsageError` where something is missing. */
export function serviceFrom({ environment, progress }: Terminal, address?: string): Service {
  const config = readClientConfig(environment);
  const url = address?.replace(/\/+$/, '') ?? config.url;
  if (url === undefined) throw new UsageError('Set TIPSTAFF_URL, or --url, to the address of the service.');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new UsageError(`${url} is no http or https address.`);
  const token = config.tokenFor(hostOfService(url));
  if (token === undefined) {
    throw new UsageError('Set TIPSTAFF_TOKEN to a token of the organization, of a team, or of somebody in it.');
  }
  return { url, token, onWait: progress };
}

/** A request; GET without a body. */
export interface ServiceRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** True if the path is a credential of its own; then no token goes with it. */
  readonly isLink?: boolean;
  /** Key of a request that makes one record, so that it can be sent again without making another one. */
  readonly idempotencyKey?: string;
  /** Entity tag of the record that the change is about, as it was read: another one since then refuses the change. */
  readonly ifMatch?: string;
}

/** The service refuses a request, and says why. */
export class ServiceRefusal extends NotChecked {}

/** The service has no such thing, or shows it to others only. */
export class ServiceLacks extends NotChecked {}

/** Value of `reading`; undefined if the service has no such record or does not show it to this caller. */
export async function optional<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceLacks) return undefined;
    throw error;
  }
}

/** The connection ended, or the time was over, before the answer had come. */
class AnswerLost extends NotChecked {}

/**
 * Sends a request again while the service asks to wait (429), up to ten minutes in all, and a few times while it cannot answer.
 * Throws `NotChecked` where none answers.
 */
export async function sendPatiently(service: Service, request: ServiceRequest): Promise<Response> {
  const deadline = performance.now() + maxBusyTime;
  for (let left = tries - 1; ; ) {
    const response = await sendSafely(service, request);
    const isBusy = response.status === 429;
    const wait = secondsToWait(response) * 1_000;
    if (isBusy ? performance.now() + wait > deadline : left === 0 || !isPassing(response, request)) return response;
    await response.body?.cancel();
    if (isBusy) reportWait(service, wait);
    else left -= 1;
    await pause(isBusy ? wait : Math.min(wait, maxPause));
  }
}

/** Reports a wait, unless it is the second for which the rate limit lets everybody wait. */
function reportWait({ url, onWait }: Service, wait: number): void {
  if (wait > 1_000) onWait?.(`${url} is busy. The next try is in ${wait / 1_000} seconds.`);
}

/** Sends a request once more where its answer was lost and a key keeps it from being carried out twice. */
async function sendSafely(service: Service, request: ServiceRequest): Promise<Response> {
  try {
    return await send(service, request);
  } catch (error) {
    if (request.idempotencyKey === undefined || !(error instanceof AnswerLost)) throw error;
    await pause(waitAfterLoss);
    return send(service, request);
  }
}

/** In milliseconds. */
const waitAfterLoss = 1_000;

const tries = 4;

/** In milliseconds: how long a request is sent again while the service is busy, and the longest pause while it cannot answer. */
const [maxBusyTime, maxPause] = [600_000, 10_000];

/** In milliseconds; for what takes bytes, the time to send them and to look at them comes on top. */
const [maxWait, maxUploadWait] = [30_000, 300_000];

async function send(
  { url, token }: Service,
  { method = 'GET', path, body, isLink = false, idempotencyKey: key, ifMatch }: ServiceRequest,
): Promise<Response> {
  try {
    return await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(!isLink && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        'content-type': 'application/vnd.api+json',
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(method === 'PUT' ? maxUploadWait : maxWait),
    });
  } catch (error) {
    const sentence = `${url} does not answer (${reasonOf(error)}).`;
    throw isLoss(error) ? new AnswerLost(sentence) : new NotChecked(sentence);
  }
}

/** Codes of errors of a connection that was there. */
const lossCodes = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

const isLoss = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || lossCodes.includes(errorCode(error.cause)));

/** Statuses by which a proxy says that it has no answer of the service. */
const gatewayStatuses = [502, 504];

const isPassing = ({ status }: Response, { idempotencyKey: key }: ServiceRequest): boolean =>
  status === 503 || (key !== undefined && gatewayStatuses.includes(status));

function secondsToWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? '1');
  return Number.isFinite(seconds) ? Math.max(seconds, 1) : 1;
}

/** The JSON of an answer; throws `ServiceRefusal` for a refusal, and `NotChecked` for what is no answer of such a service. */
export async function answerTo<Schema extends TSchema>(
  service: Service,
  request: ServiceRequest,
  schema: Schema,
): Promise<Static<Schema>> {
  return (await taggedAnswerTo(service, request, schema)).value;
}

/** An answer, and the entity tag by which a change of the record names what was read. */
interface TaggedAnswer<Value> {
  readonly value: Value;
  readonly tag: string | undefined;
}

async function taggedAnswerTo<Schema extends TSchema>(
  service: Service,
  request: ServiceRequest,
  schema: Schema,
): Promise<TaggedAnswer<Static<Schema>>> {
  const response = await successful(service, request);
  const result = validate(schema, await jsonOf(service, response));
  if ('problems' in result) throw new NotChecked(`${service.url} is no service that this version of tipstaff knows.`);
  return { value: result.value, tag: response.headers.get('etag') ?? undefined };
}

/**
 * The record that a request makes; it makes one, also where its answer is lost and it is sent again. The answer is then given
 * again, unless it is secret: `pathTo` is where the record is read instead.
 */
export async function created<Schema extends TSchema>(
  service: Service,
  { path, body }: Pick<ServiceRequest, 'path' | 'body'>,
  schema: Schema,
  pathTo?: (id: string) => string,
): Promise<Static<Schema>> {
  const request: ServiceRequest = { method: 'POST', path, ...(body !== undefined && { body }) };
  try {
    return await answerTo(service, { ...request, idempotencyKey: crypto.randomUUID() }, schema);
  } catch (error) {
    const [refused] = error instanceof ServiceRefusal ? error.problems : [];
    // A token of many pipelines can have used up its keys.
    if (refused?.code === 'too-many-keys') return answerTo(service, request, schema);
    const made = refused?.code === 'answer-not-kept' ? refused.params?.record : undefined;
    if (made === undefined || pathTo === undefined) throw error;
    return answerTo(service, { path: pathTo(made.id) }, schema);
  }
}

/** Sends a request whose answer says no more than that it was done. */
export async function sendTo(service: Service, request: ServiceRequest): Promise<void> {
  const response = await successful(service, request);
  await response.body?.cancel();
}

/** More than the service stores in one piece, and than it answers. */
const maxAnswerBytes = 64 * 1024 ** 2;

/** The bytes at a path; a service may redirect to another place on its host or on `contentHosts`, where no token is sent. */
export async function bytesAt(service: Service, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await successful(service, { path }, redirects);
  const location = redirects.includes(response.status) ? response.headers.get('location') : null;
  const elsewhere = location === null ? null : placeElsewhere(service.url + path, location, service.contentHosts);
  if (elsewhere === null) return bytesOf(service, response);
  await response.body?.cancel();
  const { origin, pathname, search } = elsewhere;
  const place: Service = { url: origin, token: '' };
  return bytesOf(place, await successful(place, { path: pathname + search, isLink: true }));
}

/** The address that a redirect leads to, null for none; throws `NotChecked` for one without TLS, or on a host that is not allowed. */
export function placeElsewhere(from: string, location: string, otherHosts?: readonly string[]): URL | null {
  const [place, source] = [URL.parse(location, from), URL.parse(from)];
  if (place?.protocol === 'http:' && source?.protocol === 'https:')
    throw new NotChecked(`${from} leads to ${place.origin}, which has no TLS.`);
  if (place === null || place.host === source?.host || otherHosts?.includes(place.host)) return place;
  const hint =
    otherHosts === undefined ? '' : `: if the source keeps its content there, add --content-host ${place.host}`;
  throw new NotChecked(`${from} leads to another host, ${place.host}, which is not asked${hint}.`);
}

const redirects = [301, 302, 303, 307, 308];

/** Reads an answer of a length that no service exceeds, whatever the server at the address sends. */
async function bytesOf({ url }: Service, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of response.body ?? []) {
      size += piece.length;
      if (size > maxAnswerBytes) throw new NotChecked(`An answer of ${url} is larger than 64 MiB.`);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof NotChecked ? error : new NotChecked(`${url} broke off its answer (${reasonOf(error)}).`);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}

/** More pages than a list of any organization has. */
const maxPages = 10_000;

const pagination = Type.Object({ 'next-page': Nullable(Type.Integer()) });

const pageOf = <Schema extends TSchema>(schema: Schema) =>
  Type.Object({
    data: Type.Array(schema),
    meta: Type.Optional(Type.Object({ pagination: Type.Optional(pagination) })),
  });

/** Every record of a list, page by page; some services have lists without pages. `onPage` gets the document of each page. */
export async function recordsAt<Schema extends TSchema>(
  service: Service,
  path: string,
  schema: Schema,
  onPage?: (document: unknown) => void,
): Promise<readonly Static<Schema>[]> {
  const records: Static<Schema>[] = [];
  const answer = pageOf(schema);
  for (let page: number | null = 1; page !== null; ) {
    if (page > maxPages) throw new NotChecked(`A list of ${service.url} has more than ${maxPages} pages.`);
    const query = `page%5Bnumber%5D=${page}&page%5Bsize%5D=100`;
    const read: Static<typeof answer> = await answerTo(
      service,
      { path: `${path}${path.includes('?') ? '&' : '?'}${query}` },
      answer,
    );
    records.push(...read.data);
    onPage?.(read);
    const next: number | null = read.meta?.pagination?.['next-page'] ?? null;
    if (next !== null && next <= page) throw new NotChecked(`A list of ${service.url} has no end.`);
    page = next;
  }
  return records;
}

/** The path of an absolute link: the service may have another address inside of a network. */
export const pathOfLink = (link: string): string => link.slice(Math.max(link.search(/\/(?:object|api\/v2)\//), 0));

async function successful(service: Service, request: ServiceRequest, taken: readonly number[] = []): Promise<Response> {
  const response = await sendPatiently(service, request);
  const { status } = response;
  if ((status >= 200 && status < 300) || taken.includes(status)) return response;
  const body = await jsonOf(service, response);
  if (status === 401) throw new NotChecked(...problemsIn(body, unknownToken(service)));
  if (status === 404) throw new ServiceLacks(...problemsIn(body, missing(service, request)));
  const problems = problemsIn(body, unexpectedStatus(service, status));
  throw status >= 400 && status < 500 ? new ServiceRefusal(...problems) : new NotChecked(...problems);
}

/** The JSON of an answer; undefined for what is none. */
export const jsonOf = async (service: Service, response: Response): Promise<unknown> =>
  parsedJson(Buffer.from(await bytesOf(service, response)).toString('utf8'));

const missing = ({ url }: Service, { method, path, isLink = false }: ServiceRequest): string =>
  isLink
    ? `${url} does not take the upload any more: its link has expired, or somebody else has used it.`
    : (missingSentence(path, method) ?? `${url} has nothing there that this token may see.`);

export const unknownToken = ({ url }: Service): string => `${url} does not know the token, or it has expired.`;

export const unexpectedStatus = ({ url }: Service, status: number): string => `${url} answered ${status}.`;

/** The members of an error document that are read; a newer service may send more. */
const errorDocument = Type.Object({
  errors: Type.Array(
    Type.Object({
      code: Type.Optional(Type.String()),
      detail: Type.Optional(Type.String()),
      source: Type.Optional(Type.Object({ pointer: Type.Optional(Type.String()) })),
      meta: Type.Optional(
        Type.Object({
          limit: Type.Optional(Type.Number()),
          types: Type.Optional(Type.Array(Type.String())),
          record: Type.Optional(Type.Object({ id: Type.String() })),
        }),
      ),
    }),
  ),
});

/** The problems that an answer names; `sentence` is the detail of one that has none, and the problem of an answer without any. */
export function problemsIn(body: unknown, sentence: string): readonly CommandProblem[] {
  const result = validate(errorDocument, body);
  const errors = 'problems' in result ? [] : result.value.errors;
  if (errors.length === 0) return [{ detail: sentence }];
  return errors.map(({ code, detail = sentence, source, meta }) =>
    inSentence({ code, detail, pointer: source?.pointer, params: meta }),
  );
}

/** Problems, the last one with a sentence about what they left as it was. */
export const withOutcome = (problems: readonly CommandProblem[], sentence: string): readonly CommandProblem[] =>
  problems.map((problem, index) =>
    index === problems.length - 1 ? { ...problem, detail: `${problem.detail} ${sentence}` } : problem,
  );
