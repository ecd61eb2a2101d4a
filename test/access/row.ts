// Row of the access matrix: the expected HTTP status for each caller. A caller that the row does not name lacks the
// required right and gets the status that the route returns in this case.
import type { Edition } from '../../src/config.ts';
import type { RequestOptions } from '../support/client.ts';
import { documentOf } from '../support/documents.ts';
import { type Caller, isActing, isNobody, isSession, rightsOf } from './callers.ts';
import { belongingsOf, type Scene } from './scene.ts';
import type { SceneOptions } from './stage.ts';

/** For each expected HTTP status, the callers that get it. */
export type Named = Readonly<Record<number, readonly Caller[]>>;

/**
 * Request that a cell sends, without the caller's credentials. By default the request names the scene's records and has
 * no body.
 */
export interface Sent {
  /** Path parameters that replace the scene's default records. */
  readonly at?: (scene: Scene, caller: Caller) => Readonly<Record<string, string>>;
  /** Query, including the question mark. */
  readonly query?: (scene: Scene) => string;
  readonly body?: (scene: Scene, caller: Caller) => RequestOptions;
  /** Options of the scene that the request requires. */
  readonly scene?: SceneOptions;
}

export interface Row {
  readonly statusFor: (caller: Caller, edition: Edition) => number;
  readonly sent: Sent;
}

/** Rows by method and path of the route. If a route has several rows, each key ends with a remark in parentheses. */
export type Rows = Readonly<Record<string, Row>>;

export const statusNamed = (named: Named = {}, caller: Caller): number | undefined => {
  const entry = Object.entries(named).find(([, callers]) => callers.includes(caller));
  return entry && Number(entry[0]);
};

/**
 * Returns the expected status for a caller. A session gets the same status as its user unless the row names the
 * session.
 */
const statusIn = (named: Named, caller: Caller): number => {
  const refusal = isNobody(caller) ? 401 : 404;
  return statusNamed(named, caller) ?? statusNamed(named, rightsOf(caller)) ?? refusal;
};

/**
 * Row of a route that requires a right: 401 for unauthenticated callers, 404 for all callers without the right.
 * `hosted` replaces `named` in the hosted edition.
 */
export const row = (named: Named, sent: Sent = {}, hosted: Named = named): Row => ({
  statusFor: (caller, edition) => statusIn(edition === 'hosted' ? hosted : named, caller),
  sent,
});

/** Row of a route that the self-hosted edition does not serve. */
export const rowElsewhere = (named: Named, sent: Sent = {}): Row => ({
  statusFor: (caller, edition) => statusIn(edition === 'self-hosted' ? {} : named, caller),
  sent,
});

/** Row of a route that is forbidden during impersonation: 403 if the impersonated user would be allowed. */
export const personal = (named: Named, sent: Sent = {}): Row => ({
  statusFor: (caller) => {
    const status = statusIn(named, caller);
    return isActing(caller) && status < 300 ? 403 : status;
  },
  sent,
});

/** Row of a route that requires a session: 401 without a session, 404 for sessions that the row does not name. */
export const bySession = (named: Named, sent: Sent = {}): Row => ({
  statusFor: (caller) => statusNamed(named, caller) ?? (isSession(caller) ? 404 : 401),
  sent,
});

/** Row of a route without authentication: `status` for all callers except those that `but` names. */
export const everybody = (status: number, sent: Sent = {}, but: Named = {}): Row => ({
  statusFor: (caller) => statusNamed(but, caller) ?? status,
  sent,
});

/** Sends a JSON:API document as the body. */
export const sending = (type: string, attributes: object, relationships?: object): Sent => ({
  body: () => ({ json: documentOf(type, attributes, relationships) }),
});

/** Searches for a token that does not exist. */
export const unknownToken = sending('authentication-tokens', {
  token: `${'a'.repeat(14)}.tipstaff.${'b'.repeat(64)}`,
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends a form as the body. */
export const filledIn = (fields: (scene: Scene) => Readonly<Record<string, string>>): Sent => ({
  body: (scene) => ({ raw: new URLSearchParams(fields(scene)).toString(), headers: form }),
});

/** Replaces the bystander's record ids in the path with the caller's own, if the caller has such records. */
export const own: Pick<Sent, 'at'> = { at: belongingsOf };
