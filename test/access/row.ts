// A row of the access matrix: the status for each caller. A caller that is not named gets the route's status for
// callers without a right.
import type { Edition } from '../../src/config.ts';
import type { RequestOptions } from '../support/client.ts';
import { documentOf } from '../support/documents.ts';
import { type Caller, isActing, isNobody, isSession, rightsOf } from './callers.ts';
import { belongingsOf, type Scene } from './scene.ts';
import type { SceneOptions } from './stage.ts';

/** The callers by the status that they get. */
export type Named = Readonly<Record<number, readonly Caller[]>>;

/** Request of a cell, without its caller's credentials; by default the scene's own records and no body. */
export interface Sent {
  /** Path parameters that name something else than the scene's usual record. */
  readonly at?: (scene: Scene, caller: Caller) => Readonly<Record<string, string>>;
  /** With its question mark. */
  readonly query?: (scene: Scene) => string;
  readonly body?: (scene: Scene, caller: Caller) => RequestOptions;
  /** State that the request presupposes. */
  readonly scene?: SceneOptions;
}

export interface Row {
  readonly statusFor: (caller: Caller, edition: Edition) => number;
  readonly sent: Sent;
}

/** Rows by the method and the path of their route, with a remark in brackets where it has several. */
export type Rows = Readonly<Record<string, Row>>;

const statusNamed = (named: Named, caller: Caller): number | undefined => {
  const entry = Object.entries(named).find(([, callers]) => callers.includes(caller));
  return entry && Number(entry[0]);
};

/** A session has the rights of whom it is for, unless it is named itself. */
const statusIn = (named: Named, caller: Caller): number => {
  const refusal = isNobody(caller) ? 401 : 404;
  return statusNamed(named, caller) ?? statusNamed(named, rightsOf(caller)) ?? refusal;
};

/** A route for callers with a right: 401 for anonymous callers, 404 for all others. `hosted` names the callers there. */
export const row = (named: Named, sent: Sent = {}, hosted: Named = named): Row => ({
  statusFor: (caller, edition) => statusIn(edition === 'hosted' ? hosted : named, caller),
  sent,
});

/** A route that the self-hosted edition does not serve. */
export const rowElsewhere = (named: Named, sent: Sent = {}): Row => ({
  statusFor: (caller, edition) => statusIn(edition === 'self-hosted' ? {} : named, caller),
  sent,
});

/** A route that is forbidden in an impersonation: 403 where the target would be allowed. */
export const personal = (named: Named, sent: Sent = {}): Row => ({
  statusFor: (caller) => {
    const status = statusIn(named, caller);
    return isActing(caller) && status < 300 ? 403 : status;
  },
  sent,
});

/** A route that only sessions are good for: 401 without one, 404 for those that are not named. */
export const bySession = (named: Named, sent: Sent = {}): Row => ({
  statusFor: (caller) => statusNamed(named, caller) ?? (isSession(caller) ? 404 : 401),
  sent,
});

/** A route without authentication, or with the same answer for all callers except the named ones. */
export const everybody = (status: number, sent: Sent = {}, but: Named = {}): Row => ({
  statusFor: (caller) => statusNamed(but, caller) ?? status,
  sent,
});

/** A JSON:API document as the body. */
export const sending = (type: string, attributes: object, relationships?: object): Sent => ({
  body: () => ({ json: documentOf(type, attributes, relationships) }),
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** A form as the body. */
export const filledIn = (fields: (scene: Scene) => Readonly<Record<string, string>>): Sent => ({
  body: (scene) => ({ raw: new URLSearchParams(fields(scene)).toString(), headers: form }),
});

/** Path parameters with the caller's own records, where there are such, in place of the bystander's. */
export const own: Pick<Sent, 'at'> = { at: belongingsOf };
