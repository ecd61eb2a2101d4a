// Pass rates of an organization, grouped by day, by policy or by workspace.
import type { Context } from '../../../context.ts';
import { existing, invalidParameter } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { type Page, pageIn } from '../../../kernel/page.ts';
import { parseTimestamp } from '../../../kernel/parse-timestamp.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import { dayBefore, dayOf } from '../day.ts';
import { listedReader } from '../evaluations/access.ts';
import { type Counted, lastDays } from './days.ts';
import { listPolicyRates } from './policy-rates.ts';
import { isCounted } from './posture.ts';
import { groups, type Rate, type RateGroup } from './rate.ts';
import { findScope, type PostureScope } from './scope.ts';
import { listWorkspaceRates } from './workspace-rates.ts';

export interface RatePage extends Page<Rate> {
  readonly since: string;
  readonly isComplete: boolean;
}

/** Default and maximum number of days in the period. All evaluations of the last 90 days are stored. */
const [usualDays, maxDays] = [30, 90];

const groupOf = (text: string | undefined): RateGroup => {
  const group = groups.find((each) => each === (text ?? 'day'));
  if (group === undefined) throw invalidParameter('group', `group must be one of ${groups.join(', ')}`);
  return group;
};

/** Returns a page of an organization's pass rates since a given day; 400 if a query parameter is invalid. */
export async function listRates(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  query: ListQuery,
): Promise<RatePage> {
  const group = groupOf(query.value('group'));
  if (group !== 'policy' && query.value('filter[policy]') !== undefined)
    throw invalidParameter('filter[policy]', 'filter[policy] can only be used with group=policy');
  const of = {
    organization: access.organization.id,
    reader: await listedReader(context, actor, access),
    scope: group === 'workspace' ? await findScope(context, actor, access) : undefined,
  };
  const days = daysOf(query.value('since'), context.clock);
  const since = dayBefore(context.clock.now(), days - 1);
  const [page, isComplete] = await Promise.all([
    readGroup[group](context, of, query, { days, since }),
    isCounted(context, of),
  ]);
  return { ...page, since, isComplete };
}

/** Returns the number of days from the given date or time until today. */
function daysOf(text: string | undefined, clock: Clock): number {
  if (text === undefined) return usualDays;
  const time = parseTimestamp(text);
  if (time === undefined)
    throw invalidParameter('since', 'since must be a time, such as 2026-01-31T12:00:00Z, or a day');
  const days = (Date.parse(dayOf(clock.now())) - Date.parse(dayOf(time))) / 86_400_000 + 1;
  return Math.min(maxDays, Math.max(1, days));
}

type ReadGroup = (
  context: Context,
  of: Counted & { readonly scope: PostureScope | undefined },
  query: ListQuery,
  range: { readonly days: number; readonly since: string },
) => Promise<Page<Rate>>;

const readGroup: Readonly<Record<RateGroup, ReadGroup>> = {
  day: async (context, of, { page }, { days }) => {
    const rows = await lastDays(context, of, days);
    return pageIn(
      rows.map(({ day, ...counts }) => ({ ...counts, id: `${of.organization}.${day}`, group: 'day', name: day })),
      page,
    );
  },
  policy: (context, of, query, { since }) => listPolicyRates(context, of, query, since),
  workspace: (context, { scope }, query, { since }) => listWorkspaceRates(context, existing(scope), query, since),
};
