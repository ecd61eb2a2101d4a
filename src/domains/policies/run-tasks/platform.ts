// Sends requests to run platforms, to fetch plans and to report results.
import type { Context } from '../../../context.ts';
import { type OutboundResponse, type ProxyConfig, RefusedAddress, sendRequest } from '../../../effects/outbound.ts';
import { ProxyFailure } from '../../../effects/proxy-tunnel.ts';
import { boundedChunks } from '../../../kernel/byte-source.ts';
import { errorCode } from '../../../lib/errors/error-code.ts';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import { generalSettings } from '../../instance/index.ts';
import { type PackedPlan, packedPlan, RefusedPlan } from '../evaluations/plan.ts';
import { type AllowedHosts, reachOf } from './hosts.ts';
import type { RunCall } from './payload.ts';
import { PlatformProblem, PlatformTimeout } from './platform-problem.ts';
import type { RequestKind, SlowHosts } from './slow-hosts.ts';
import type { CallRow, RunTaskRow } from './store.ts';

/** Parameters of requests to a run platform. */
export interface Platform {
  /** Organization that owns the run task. */
  readonly organization: string;
  readonly hosts: AllowedHosts;
  readonly accessToken: string;
  readonly proxy: ProxyConfig;
  /** Signal that is aborted when the service stops. */
  readonly signal: AbortSignal;
  readonly timeouts: PlatformTimeouts;
  readonly slowHosts: SlowHosts;
}

/** A run task call with all data that its next step needs. */
export interface OpenCall {
  readonly call: CallRow;
  readonly sent: RunCall;
  readonly runTask: RunTaskRow;
  readonly platform: Platform;
}

/** Timeouts of requests to a platform, in ms. */
export interface PlatformTimeouts {
  /** Timeout for fetching a plan, including redirects. */
  readonly plan: number;
  /** Timeout for reporting a result. */
  readonly result: number;
  /** Timeout for reporting progress. It is short because progress reports are optional. */
  readonly announcement: number;
}

export const defaultTimeouts: PlatformTimeouts = { plan: 60_000, result: 15_000, announcement: 5_000 };

const maxRedirects = 5;
const mebibyte = 1_048_576;

/** Fetches a plan from a platform. Throws `PlatformProblem` if the plan cannot be fetched. */
export function fetchPlan(context: Context, platform: Platform, address: string): Promise<PackedPlan> {
  return inTurn(platform, 'plan', address, () => fetchNow(context, platform, address));
}

/** Sends a request within the limits for slow hosts, see `slow-hosts.ts`. */
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
    using answer = await followed({ ...platform, signal }, address);
    requirePlain(answer);
    const maxMebibytes = generalSettings(context)['policy-plan-size-limit'];
    const chunks = boundedChunks(answer, maxMebibytes * mebibyte, () => tooLarge(maxMebibytes));
    return await packedPlan(context, platform.organization, chunks);
  } catch (error) {
    throw explained(error, timeout, 'The plan could not be fetched');
  }
}

/**
 * Requests the plan and follows redirects to allowed hosts. Only the first host receives the token and the trace
 * context.
 */
async function followed({ hosts, accessToken, proxy, signal }: Platform, address: string): Promise<OutboundResponse> {
  const firstOrigin = URL.parse(address)?.origin;
  let next = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { url, reach } = reachable(next, hosts);
    const isPlatform = url.origin === firstOrigin;
    const authorization = isPlatform ? { authorization: `Bearer ${accessToken}` } : {};
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...authorization };
    const answer = await sendRequest(url, { method: 'GET', headers, proxy, reach, passesTraceOn: isPlatform, signal });
    if (answer.status === 200) return answer;
    answer[Symbol.dispose]();
    if (!redirectStatuses.includes(answer.status)) throw statusProblem(answer.status, 'The plan could not be fetched');
    next = URL.parse(answer.headers.location ?? '', url.href)?.href ?? '';
  }
  throw new PlatformProblem(
    `The plan could not be fetched, because the platform redirected more than ${maxRedirects} times.`,
    false,
  );
}

const redirectStatuses = [301, 302, 303, 307, 308];

function reachable(address: string, hosts: AllowedHosts) {
  const reached = reachOf(address, hosts);
  if ('problem' in reached) throw new PlatformProblem(reached.problem, false);
  return reached;
}

function requirePlain({ headers }: OutboundResponse): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new PlatformProblem(
      'The plan could not be used, because the platform sent the plan with a Content-Encoding, which is not supported.',
      false,
    );
}

const tooLarge = (maxMebibytes: number): PlatformProblem =>
  new PlatformProblem(
    `The plan is larger than ${maxMebibytes} MiB, which is the limit of this service (policy-plan-size-limit).`,
    false,
  );

/**
 * Reports progress to the platform and returns whether the report succeeded. Errors are not thrown, because the report
 * is optional.
 */
export async function announce(open: OpenCall, document: object): Promise<boolean> {
  try {
    await sendWithin(open.platform.timeouts.announcement, open, document);
    return true;
  } catch (error) {
    if (error instanceof PlatformProblem || error instanceof Unavailable) return false;
    throw error;
  }
}

/** Sends the result of a task to the platform's callback URL. Throws `PlatformProblem` if the result cannot be sent. */
export const sendResult = (open: OpenCall, document: object): Promise<void> =>
  sendWithin(open.platform.timeouts.result, open, document);

function sendWithin(milliseconds: number, { platform, sent }: OpenCall, document: object): Promise<void> {
  const address = sent.task_result_callback_url;
  return inTurn(platform, 'result', address, () => sendNow(platform, milliseconds, address, document));
}

async function sendNow(platform: Platform, milliseconds: number, address: string, document: object): Promise<void> {
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = AbortSignal.any([platform.signal, timeout]);
  const { hosts, proxy } = platform;
  const { url, reach } = reachable(address, hosts);
  const headers = {
    accept: 'application/vnd.api+json',
    'content-type': 'application/vnd.api+json',
    authorization: `Bearer ${platform.accessToken}`,
  };
  try {
    const body = JSON.stringify(document);
    using answer = await sendRequest(url, {
      method: 'PATCH',
      headers,
      body,
      proxy,
      reach,
      passesTraceOn: true,
      signal,
    });
    const { status } = answer;
    if (status < 200 || status > 299) throw statusProblem(status, 'The platform did not accept the result');
  } catch (error) {
    throw explained(error, timeout, 'The platform did not accept the result');
  }
}

/**
 * HTTP statuses after which a repeated request may succeed: the request was too early or too frequent, or the platform
 * caused the failure.
 */
const temporaryStatuses = [202, 204, 404, 408, 409, 423, 425, 429];

const statusProblem = (status: number, what: string): PlatformProblem =>
  new PlatformProblem(
    `${what}: the platform responded with status ${status}.`,
    status >= 500 || temporaryStatuses.includes(status),
  );

function explained(error: unknown, timeout: AbortSignal, what: string): unknown {
  if (error instanceof PlatformProblem || error instanceof Unavailable) return error;
  if (error instanceof RefusedPlan) return new PlatformProblem(error.message, false);
  if (error instanceof RefusedAddress) {
    const reason = `${error.message} is not a public address, and the operator of this service does not list the platform in TIPSTAFF_RUN_PLATFORMS`;
    return new PlatformProblem(`${what}: ${reason}.`, false);
  }
  if (timeout.aborted) return new PlatformTimeout(`${what} in time.`);
  const reason = error instanceof ProxyFailure ? error.message : errorCode(error) || 'the connection was interrupted';
  return new PlatformProblem(`${what}: ${reason}.`, true);
}
