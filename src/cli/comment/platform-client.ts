// HTTP client for the API of GitHub or GitLab.
import { type Static, type TSchema, Type } from 'typebox';
import { reasonOf } from '../../../client/reason.ts';
import { validate } from '../../jsonapi/validate.ts';
import { version } from '../../kernel/version.ts';
import { shortened, visibleLine } from '../../lib/text/text.ts';
import { NoComment, type PullRequest } from './pull-request.ts';

interface PlatformRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** URL path below the API's base URL, or an absolute URL that the API returned. */
  readonly path: string;
  readonly body?: object;
}

/** The platform cannot process the request at the moment. The request can be retried after `wait` milliseconds. */
export class Unanswered extends NoComment {
  readonly wait: number;

  constructor(message: string, wait: number) {
    super(message);
    this.wait = wait;
  }
}

/** The platform denied access because the token is unknown, lacks the permission, or may not see the resource. */
export class Forbidden extends NoComment {}

/** Timeout of a request in milliseconds. */
const maxWait = 15_000;

/** Delay before a retry in milliseconds, used if the response specifies no delay. */
const usualPause = 1_000;

/** Sends a request. Throws `NoComment` if there is no response or if the response is an error. */
async function send({ api, headers, ...about }: PullRequest, request: PlatformRequest): Promise<Response> {
  const { method = 'GET', path, body } = request;
  const response = await fetch(path.startsWith('/') ? api + path : path, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': `tipstaff/${version}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(maxWait),
  }).catch((error: unknown) => {
    throw new Unanswered(`${about.platform} does not answer (${reasonOf(error)}).`, usualPause);
  });
  if (response.ok) return response;
  throw await refusalOf(about, response);
}

async function refusalOf(
  { platform, remedy, tokenRemedy }: Pick<PullRequest, 'platform' | 'remedy' | 'tokenRemedy'>,
  response: Response,
): Promise<NoComment> {
  const { status } = response;
  const message = messageIn(await response.json().catch(() => undefined));
  const answered = `${platform} answered ${status}${message === '' ? '' : ` (${message})`}`;
  if (isPassing(response, message)) return new Unanswered(`${answered}.`, waitOf(response));
  if (status === 401) return new Forbidden(`${answered}: ${tokenRemedy}`);
  return [403, 404].includes(status)
    ? new Forbidden(`${answered}: ${remedy}`)
    : new NoComment(`${answered} to the request that writes the comment.`);
}

const problem = Type.Object({ message: Type.Optional(Type.Unknown()), error: Type.Optional(Type.Unknown()) });

/** Returns the error message in a response body. Some GitLab errors contain an object instead of a string. */
function messageIn(body: unknown): string {
  const result = validate(problem, body);
  const message = 'problems' in result ? undefined : (result.value.message ?? result.value.error);
  if (message === undefined) return '';
  return shortened(visibleLine(typeof message === 'string' ? message : JSON.stringify(message)), 200);
}

/** Whether the error is temporary. GitHub also uses status 403 if a rate limit was exceeded. */
const isPassing = ({ status, headers }: Response, message: string): boolean =>
  status >= 500 || status === 429 || (status === 403 && (isUsedUp(headers) || /rate limit/i.test(message)));

const isUsedUp = (headers: Headers): boolean =>
  headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after');

/** Delay in milliseconds before the request can be retried. */
function waitOf({ headers }: Response): number {
  const [after, reset] = ['retry-after', 'x-ratelimit-reset'].map((name) =>
    Number.parseInt(headers.get(name) ?? '', 10),
  );
  if (after !== undefined && after >= 0) return after * 1_000;
  if (reset === undefined || Number.isNaN(reset) || headers.get('x-ratelimit-remaining') !== '0') return usualPause;
  return Math.max(reset * 1_000 - Date.now(), usualPause);
}

/** Sends a request and returns its JSON response. */
export async function answerOf<Schema extends TSchema>(
  pullRequest: PullRequest,
  request: PlatformRequest,
  schema: Schema,
): Promise<Static<Schema>> {
  return read(pullRequest, await send(pullRequest, request), schema);
}

async function read<Schema extends TSchema>(
  { platform }: PullRequest,
  response: Response,
  schema: Schema,
): Promise<Static<Schema>> {
  const result = validate(
    schema,
    await response.json().catch((error: unknown) => {
      throw new Unanswered(`${platform} closed the connection during its response (${reasonOf(error)}).`, usualPause);
    }),
  );
  if ('problems' in result)
    throw new NoComment(`${platform} sent a response that this version of tipstaff does not support.`);
  return result.value;
}

/** Sends a request and discards the response body. */
export async function sendTo(pullRequest: PullRequest, request: PlatformRequest): Promise<void> {
  const response = await send(pullRequest, request);
  await response.body?.cancel();
}

/** Maximum number of pages that are read from a paginated list. */
const maxPages = 50;

/** Returns the elements of a paginated list. */
export async function everyOne<Schema extends TSchema>(
  pullRequest: PullRequest,
  path: string,
  schema: Schema,
): Promise<readonly Static<Schema>[]> {
  const members: Static<Schema>[] = [];
  let next: string | undefined = path;
  for (let page = 0; page < maxPages && next !== undefined; page += 1) {
    const response: Response = await send(pullRequest, { path: next });
    members.push(...(await read(pullRequest, response, Type.Array(schema))));
    next = nextPage(pullRequest, response);
  }
  return members;
}

/**
 * Returns the URL of the next page. Throws `NoComment` if the URL is on another server, because that server must not
 * receive the token.
 */
function nextPage({ api, platform }: PullRequest, { headers }: Response): string | undefined {
  const address = /<([^>]*)>;[^,<]*\brel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  if (address === undefined) return undefined;
  if (URL.parse(address)?.origin === new URL(api).origin) return address;
  throw new NoComment(
    `The next page of the response from ${platform} is on another server (${visibleLine(address)}), which must not receive the token.`,
  );
}
