// The run platform that has called: it gives the plan, and gets the result.
import type { IncomingMessage } from 'node:http';
import type { Context } from '../../../context.ts';
import { NoAnswer, RefusedAddress, sendRequest } from '../../../effects/outbound.ts';
import { errorCode } from '../../../lib/errors/error-code.ts';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import { generalSettings } from '../../instance/index.ts';
import { type PackedPlan, packedPlan, RefusedPlan } from '../evaluations/plan.ts';
import { type AllowedHosts, reachOf } from './hosts.ts';
import type { RunCall } from './payload.ts';
import { PlatformProblem, PlatformTimeout } from './platform-problem.ts';
import type { RequestKind, SlowHosts } from './slow-hosts.ts';
import type { CallRow, RunTaskRow } from './store.ts';

/** Parameters of a request to a platform. */
export interface Platform {
  /** The organization whose run task it called. */
  readonly organization: string;
  readonly hosts: AllowedHosts;
  readonly accessToken: string;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
  readonly timeouts: Timeouts;
  readonly slowHosts: SlowHosts;
}

/** A call with everything that a step needs. */
export interface OpenCall {
  readonly call: CallRow;
  readonly sent: RunCall;
  readonly runTask: RunTaskRow;
  readonly platform: Platform;
}

/** Timeouts of requests to a platform, in ms. */
export interface Timeouts {
  /** To give a plan, redirects included. */
  readonly plan: number;
  /** To take a result. */
  readonly result: number;
  /** To hear that the task is under way, which is only a courtesy. */
  readonly announcement: number;
}

export const defaultTimeouts: Timeouts = { plan: 60_000, result: 15_000, announcement: 5_000 };

const maxRedirects = 5;
const mebibyte = 1_048_576;

/** Fetches a plan. Throws `PlatformProblem`. */
export function fetchPlan(context: Context, platform: Platform, address: string): Promise<PackedPlan> {
  return inTurn(platform, 'plan', address, () => fetchNow(context, platform, address));
}

/** Carries a request out, in its turn where the host is slow. */
const inTurn = <Result>(
  { slowHosts, organization }: Platform,
  kind: RequestKind,
  address: string,
  send: () => Promise<Result>,
): Promise<Result> => slowHosts.request({ organization, origin: URL.parse(address)?.origin ?? '', kind }, send);

async function fetchNow(context: Context, platform: Platform, address: string): Promise<PackedPlan> {
  const timeout = AbortSignal.timeout(platform.timeouts.plan);
  const signal = AbortSignal.any([platform.signal, timeout]);
  try {
    const response = await followed({ ...platform, signal }, address);
    try {
      const maxMebibytes = generalSettings(context)['policy-plan-size-limit'];
      return await packedPlan(context, platform.organization, boundedBody(response, maxMebibytes));
    } finally {
      response.destroy();
    }
  } catch (error) {
    throw explained(error, timeout, 'The plan could not be fetched');
  }
}

/** The answer that has the plan; redirects are followed to allowed hosts, and only the first host sees the token. */
async function followed({ hosts, accessToken, signal }: Platform, address: string): Promise<IncomingMessage> {
  const firstOrigin = URL.parse(address)?.origin;
  let next = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { url, reach } = reachable(next, hosts);
    const authorization = url.origin === firstOrigin ? { authorization: `Bearer ${accessToken}` } : {};
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...authorization };
    const response = await sendRequest(url, { method: 'GET', headers, reach, signal });
    const { statusCode = 0, headers: answered } = response;
    if (statusCode === 200) return requirePlain(response);
    response.destroy();
    if (!redirectStatuses.includes(statusCode)) throw statusProblem(statusCode, 'The plan could not be fetched');
    next = URL.parse(answered.location ?? '', url.href)?.href ?? '';
  }
  throw new PlatformProblem(`The plan is behind more than ${maxRedirects} redirects.`, false);
}

const redirectStatuses = [301, 302, 303, 307, 308];

function reachable(address: string, hosts: AllowedHosts) {
  const reached = reachOf(address, hosts);
  if ('problem' in reached) throw new PlatformProblem(reached.problem, false);
  return reached;
}

function requirePlain(response: IncomingMessage): IncomingMessage {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return response;
  response.destroy();
  throw new PlatformProblem('The plan came with a Content-Encoding.', false);
}

async function* boundedBody(response: IncomingMessage, maxMebibytes: number): AsyncGenerator<Buffer> {
  const maxBytes = maxMebibytes * mebibyte;
  const tooLarge = () =>
    new PlatformProblem(
      `The plan is larger than ${maxMebibytes} MiB, the setting policy-plan-size-limit of this service.`,
      false,
    );
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    yield chunk;
  }
  if (!response.complete) throw new NoAnswer('broke off');
}

/** Says that a task is under way, which its platform can do without; gives whether it took that. */
export async function announce(open: OpenCall, document: object): Promise<boolean> {
  try {
    await sendWithin(open.platform.timeouts.announcement, open, document);
    return true;
  } catch (error) {
    if (error instanceof PlatformProblem || error instanceof Unavailable) return false;
    throw error;
  }
}

/** Sends the status of a task to the callback of its platform. Throws `PlatformProblem`. */
export const sendResult = (open: OpenCall, document: object): Promise<void> =>
  sendWithin(open.platform.timeouts.result, open, document);

function sendWithin(milliseconds: number, { platform, sent }: OpenCall, document: object): Promise<void> {
  const address = sent.task_result_callback_url;
  return inTurn(platform, 'result', address, () => sendNow(platform, milliseconds, address, document));
}

async function sendNow(platform: Platform, milliseconds: number, address: string, document: object): Promise<void> {
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = AbortSignal.any([platform.signal, timeout]);
  const { url, reach } = reachable(address, platform.hosts);
  const headers = {
    accept: 'application/vnd.api+json',
    'content-type': 'application/vnd.api+json',
    authorization: `Bearer ${platform.accessToken}`,
  };
  try {
    const body = JSON.stringify(document);
    const response = await sendRequest(url, { method: 'PATCH', headers, body, reach, signal });
    response.destroy();
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) throw statusProblem(statusCode, 'The platform did not take the result');
  } catch (error) {
    throw explained(error, timeout, 'The platform did not take the result');
  }
}

/** Too early, too often, or the platform's own fault: another attempt may succeed. */
const temporaryStatuses = [202, 204, 404, 408, 409, 423, 425, 429];

const statusProblem = (status: number, what: string): PlatformProblem =>
  new PlatformProblem(`${what}: it answers ${status}.`, status >= 500 || temporaryStatuses.includes(status));

function explained(error: unknown, timeout: AbortSignal, what: string): unknown {
  if (error instanceof PlatformProblem || error instanceof Unavailable) return error;
  if (error instanceof RefusedPlan) return new PlatformProblem(error.message, false);
  if (error instanceof RefusedAddress) {
    const reason = `${error.message} is not a public address, and the operator of this service does not list the platform in TIPSTAFF_RUN_PLATFORMS`;
    return new PlatformProblem(`${what}: ${reason}.`, false);
  }
  if (timeout.aborted) return new PlatformTimeout(`${what} in time.`);
  return new PlatformProblem(`${what}: ${errorCode(error) || 'the connection broke off'}.`, true);
}
