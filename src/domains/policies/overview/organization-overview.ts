// Policy part of the account overview: evaluations by day, exemptions that end soon, and requests that the caller may grant
// in one organization.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { readQuery } from '../../../jsonapi/query.ts';
import { shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { may, type OrganizationAccess } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { dayBefore } from '../day.ts';
import { listedReader } from '../evaluations/access.ts';
import { grantableAmong } from '../exemption-requests/access.ts';
import { type ListedRequestRow, requestsOfOrganization } from '../exemption-requests/store.ts';
import { endingExemptions } from '../exemptions/store.ts';
import { type Day, lastDays } from '../posture/days.ts';
import { withWorkspaceNames } from './workspace-names.ts';

/** Number of days for which evaluations are counted, including today. */
const countedDays = 30;

/** Number of days after today within which an exemption counts as ending soon. */
const soon = 14;

/**
 * Query for the newest ten open requests of an organization. Older requests are counted, but the service does not check
 * whether the caller may grant them.
 */
const openRequests = readQuery(
  requestsOfOrganization.query,
  new Map([
    ['filter[status]', 'open'],
    ['page[size]', '10'],
  ]),
);

type NamedRequest = ListedRequestRow & { readonly workspace: string | null };

interface Requests {
  /** Requests that the caller may grant, newest first. */
  readonly grantable: readonly NamedRequest[];
  /** Number of older open requests; undefined if the caller may not grant any request. */
  readonly unchecked: number | undefined;
}

/** Policy part of the summary of one organization. */
interface PolicyPart {
  readonly days: readonly Day[];
  /**
   * Number of active exemptions that end soon, and the time at which the last of them ends; undefined if the caller may
   * not change exemptions.
   */
  readonly ending: { readonly total: number; readonly last_end: string | null } | undefined;
  readonly requests: Requests;
}

async function read(context: Context, actor: Actor, access: OrganizationAccess): Promise<PolicyPart> {
  const reader = await listedReader(context, actor, access);
  const [days, ending, requests] = await Promise.all([
    lastDays(context, { organization: access.organization.id, reader }, countedDays),
    readEnding(context, access),
    readRequests(context, actor, access),
  ]);
  return { days, ending, requests };
}

async function readEnding({ database, clock }: Context, access: OrganizationAccess): Promise<PolicyPart['ending']> {
  if (!may(policyRights['policy-exemptions'].update)(access)) return undefined;
  const now = clock.now();
  const values = { organization: access.organization.id, now: timestamp(now), before: dayBefore(now, -(soon + 1)) };
  return (await database.scan(endingExemptions, values))[0];
}

async function readRequests(context: Context, actor: Actor, access: OrganizationAccess): Promise<Requests> {
  if (!may(policyRights['policy-exemption-requests'].refuse)(access)) return { grantable: [], unchecked: undefined };
  const { rows, total } = await requestsOfOrganization.read(context.database, openRequests, {
    organization: access.organization.id,
    now: timestamp(context.clock.now()),
    requester: undefined,
  });
  const grantable = await grantableAmong(context, actor, access, rows);
  return {
    grantable: await withWorkspaceNames(context, actor, access, grantable),
    unchecked: total - rows.length,
  };
}

const request = shownObject<NamedRequest>({
  id: shown(Type.String(), ({ id }) => id),
  'policy-name': shown(Type.String(), ({ shown_name }) => shown_name),
  workspace: shown(Nullable(Type.String()), ({ workspace }) => workspace),
  reason: shown(Type.String(), ({ reason }) => reason),
  'requested-by': shown(creatorSchema, ({ requested_by }) => creatorOf(JSON.parse(requested_by))),
});

const counts = Type.Array(Type.Integer());
const number = Nullable(Type.Integer());

export const policyOverview = {
  read,
  attributes: {
    evaluations: shown(counts, ({ days }: PolicyPart) =>
      days.map(({ passed, failed, errored, overridden }) => passed + failed + errored + overridden),
    ),
    'blocked-evaluations': shown(counts, ({ days }: PolicyPart) => days.map(({ failed, errored }) => failed + errored)),
    'ending-exemptions': shown(number, ({ ending }: PolicyPart) => ending?.total ?? null),
    'last-exemption-end': shown(Nullable(Timestamp()), ({ ending }: PolicyPart) => ending?.last_end ?? null),
    'grantable-requests': shownList(request, ({ requests }: PolicyPart) => requests.grantable),
    'unchecked-requests': shown(number, ({ requests }: PolicyPart) => requests.unchecked ?? null),
  },
};
