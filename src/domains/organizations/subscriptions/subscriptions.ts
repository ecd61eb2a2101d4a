// Current and past plans of an organization. The edition of the service determines an organization's first plan.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { existing, invalid, type Problem, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { type ListRequest, type Page, pageIn } from '../../../kernel/page.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { FeatureSet } from '../feature-sets/attributes.ts';
import { availableSets, catalogueOf, getFeatureSet } from '../feature-sets/feature-sets.ts';
import { lockOrganization, type OrganizationRow } from '../organizations/organizations.ts';
import { firstSubscription, planOf } from './plan.ts';
import {
  activeSubscription,
  endSubscription,
  insertSubscription,
  type SubscriptionRow,
  subscriptionPages,
  subscriptionsOf,
} from './store.ts';
import { wholeUsage } from './usage.ts';
import type { UsageOfPlan } from './usage-resource.ts';

export interface Subscription extends SubscriptionRow {
  readonly organizationName: string;
  readonly featureSet: FeatureSet;
}

export async function getSubscription(context: Context, organization: OrganizationRow): Promise<Subscription> {
  const { database } = context;
  return withPlan(context, database, organization, await activeOf(context, database, organization));
}

/** Returns all current and past subscriptions of an organization, newest first. */
export async function listSubscriptions(
  context: Context,
  organization: OrganizationRow,
): Promise<readonly Subscription[]> {
  const rows = await historyOf(context, context.database, organization);
  return Promise.all(rows.map((row) => withPlan(context, context.database, organization, row)));
}

/** Returns a page of an organization's current and past subscriptions, newest first. */
export async function pageOfSubscriptions(
  context: Context,
  organization: OrganizationRow,
  query: ListRequest,
): Promise<Page<Subscription>> {
  const { database } = context;
  const page = await subscriptionPages.read(database, query, { organization: organization.id });
  // If nothing is stored, the organization still has its first subscription, which is only stored when it ends.
  const stored = page.total === 0 ? pageIn([firstSubscription(context, organization)], query.page) : page;
  const rows = await Promise.all(stored.rows.map((row) => withPlan(context, database, organization, row)));
  return { ...stored, rows };
}

/** Returns an organization's usage of each plan limit. */
export async function usageOf(context: Context, organization: OrganizationRow): Promise<UsageOfPlan> {
  const { database } = context;
  const [plan, used] = await Promise.all([
    planOf(context, database, organization.id),
    database.first(wholeUsage, { organization: organization.id }),
  ]);
  return { organization, plan, used: existing(used) };
}

/**
 * Returns the feature sets that an organization can subscribe to. Trials are left out if the organization has already
 * had a trial.
 */
export async function featureSetsFor(context: Context, organization: OrganizationRow): Promise<readonly FeatureSet[]> {
  const isTrialOver = await hasHadTrial(context, context.database, organization);
  return availableSets(context).filter((each) => !(each['is-trial'] && isTrialOver));
}

const pointer = '/data/relationships/feature-set/data/id';

/** Returns the feature set that a request refers to. Throws 422 if it does not exist. */
export function chosenSet(context: Context, id: string): FeatureSet {
  const chosen = catalogueOf(context).find((each) => each.id === id);
  if (chosen === undefined) throw invalid(problemAt(pointer, 'no-such-record', 'Feature set does not exist'));
  return chosen;
}

/**
 * Changes an organization's plan. Does nothing if the organization already has this plan. Existing records are kept,
 * even if they exceed the limits of the new plan. Throws 422 if the plan is withdrawn, or if it is a trial and the
 * organization has already had a trial.
 */
export function subscribe(
  context: Context,
  actor: Actor,
  { id: organizationId }: OrganizationRow,
  chosen: FeatureSet,
): Promise<Subscription> {
  return auditedTransaction(context, actor, async (tx) => {
    const organization = await lockOrganization(tx, organizationId);
    const active = await activeOf(context, tx, organization);
    const before = await withPlan(context, tx, organization, active);
    if (before.feature_set_id === chosen.id) return { result: before, audit: [] };
    requireNone(await choiceProblems(context, tx, organization, chosen));
    const at = startAfter(active, context.clock.now());
    await endSubscription(tx, active, at);
    const ids = { id: newId('sub'), organization_id: organizationId, feature_set_id: chosen.id };
    const row = { ...ids, started_at: at, ended_at: null };
    await insertSubscription(tx, row);
    const entry = { action: 'subscription.create', type: 'subscriptions', id: row.id, organizationId };
    const result = { ...row, organizationName: organization.name, featureSet: chosen };
    return { result, audit: [{ ...entry, before: recorded(before.featureSet), after: recorded(chosen) }] };
  });
}

/**
 * Returns a start time that is later than the start of the previous subscription, even if the clock was set back. The
 * order matters because the history is sorted by start time.
 */
const startAfter = ({ started_at }: SubscriptionRow, now: number): string =>
  timestamp(Math.max(now, Date.parse(started_at) + 1));

const recorded = ({ identifier }: FeatureSet) => ({ 'feature-set': identifier });

async function choiceProblems(
  context: Context,
  tx: Transaction,
  organization: OrganizationRow,
  chosen: FeatureSet,
): Promise<readonly Problem[]> {
  if (chosen['is-withdrawn'])
    return [
      problemAt(
        pointer,
        'not-in-list',
        `Feature set ${chosen.identifier} is no longer offered: choose another feature set`,
      ),
    ];
  if (!chosen['is-trial'] || !(await hasHadTrial(context, tx, organization))) return [];
  return [problemAt(pointer, 'limit-reached', 'Feature set is a trial, and this organization has already had a trial')];
}

async function hasHadTrial(context: Context, reader: Reader, organization: OrganizationRow): Promise<boolean> {
  const had = new Set((await historyOf(context, reader, organization)).map((row) => row.feature_set_id));
  return catalogueOf(context).some((each) => each['is-trial'] && had.has(each.id));
}

async function activeOf(context: Context, reader: Reader, organization: OrganizationRow): Promise<SubscriptionRow> {
  const row = await reader.first(activeSubscription, { organization: organization.id });
  return row ?? firstSubscription(context, organization);
}

async function historyOf(
  context: Context,
  reader: Reader,
  organization: OrganizationRow,
): Promise<readonly SubscriptionRow[]> {
  const rows = await reader.rows(subscriptionsOf, { organization: organization.id });
  return rows.length > 0 ? rows : [firstSubscription(context, organization)];
}

/** Adds the plan to a subscription. */
export const withPlan = async (
  context: Context,
  reader: Reader,
  { name: organizationName }: OrganizationRow,
  row: SubscriptionRow,
): Promise<Subscription> => ({
  ...row,
  organizationName,
  featureSet: await getFeatureSet(context, reader, row.feature_set_id),
});
