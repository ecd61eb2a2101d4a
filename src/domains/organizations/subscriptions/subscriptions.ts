// Which plan an organization has, and which it has had. One that nobody has given a plan has that of the edition.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { invalid, type Problem } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { FeatureSet } from '../feature-sets/attributes.ts';
import { availableSets, catalogueOf, getFeatureSet } from '../feature-sets/feature-sets.ts';
import { lockOrganization, type OrganizationRow } from '../organizations/organizations.ts';
import { firstSubscription } from './plan.ts';
import {
  activeSubscription,
  endSubscription,
  insertSubscription,
  type SubscriptionRow,
  subscriptionsOf,
} from './store.ts';

/** A subscription with what it is to. */
export interface Subscription extends SubscriptionRow {
  readonly organizationName: string;
  readonly featureSet: FeatureSet;
}

const shown = async (
  context: Context,
  reader: Reader,
  { name }: OrganizationRow,
  row: SubscriptionRow,
): Promise<Subscription> => ({
  ...row,
  organizationName: name,
  featureSet: await getFeatureSet(context, reader, row.feature_set_id),
});

const activeOf = async (context: Context, reader: Reader, organization: OrganizationRow): Promise<SubscriptionRow> =>
  (await reader.first(activeSubscription, { organization: organization.id })) ??
  firstSubscription(context, organization);

/** The subscription that an organization has. */
export const getSubscription = async (context: Context, organization: OrganizationRow): Promise<Subscription> => {
  const { database } = context;
  return shown(context, database, organization, await activeOf(context, database, organization));
};

const historyOf = async (
  context: Context,
  reader: Reader,
  organization: OrganizationRow,
): Promise<readonly SubscriptionRow[]> => {
  const rows = await reader.rows(subscriptionsOf, { organization: organization.id });
  return rows.length > 0 ? rows : [firstSubscription(context, organization)];
};

/** Every subscription that an organization has had, the latest first. */
export const listSubscriptions = async (
  context: Context,
  organization: OrganizationRow,
): Promise<readonly Subscription[]> => {
  const rows = await historyOf(context, context.database, organization);
  return Promise.all(rows.map((row) => shown(context, context.database, organization, row)));
};

const hasHadTrial = async (context: Context, reader: Reader, organization: OrganizationRow): Promise<boolean> => {
  const had = new Set((await historyOf(context, reader, organization)).map((row) => row.feature_set_id));
  return catalogueOf(context).some((each) => each['is-trial'] && had.has(each.id));
};

/** The feature sets that an organization may choose: a trial until it has had one. */
export const featureSetsFor = async (
  context: Context,
  organization: OrganizationRow,
): Promise<readonly FeatureSet[]> => {
  const isTrialOver = await hasHadTrial(context, context.database, organization);
  return availableSets(context).filter((each) => !(each['is-trial'] && isTrialOver));
};

const pointer = '/data/relationships/feature-set/data/id';

/** The feature set that is meant; 422 where there is none. */
export const chosenSet = (context: Context, id: string): FeatureSet => {
  const chosen = catalogueOf(context).find((each) => each.id === id);
  if (chosen === undefined) throw invalid({ pointer, detail: 'Feature set does not exist' });
  return chosen;
};

const refusals = async (
  context: Context,
  tx: Transaction,
  organization: OrganizationRow,
  chosen: FeatureSet,
): Promise<readonly Problem[]> => {
  if (chosen['is-withdrawn']) return [{ pointer, detail: `Feature set ${chosen.identifier} is not offered any more` }];
  if (!chosen['is-trial'] || !(await hasHadTrial(context, tx, organization))) return [];
  return [{ pointer, detail: 'Feature set is a trial, and this organization has had one' }];
};

/**
 * Gives an organization another plan; what it has stays, also what the new plan would not allow. 422 for a plan that
 * is withdrawn, and for a trial after a trial. The plan that it has already changes nothing.
 */
export const subscribe = (
  context: Context,
  actor: Actor,
  { id: organizationId }: OrganizationRow,
  chosen: FeatureSet,
): Promise<Subscription> =>
  auditedTransaction(context, actor, async (tx) => {
    const organization = await lockOrganization(tx, organizationId);
    const before = await activeOf(context, tx, organization);
    const present = await shown(context, tx, organization, before);
    if (before.feature_set_id === chosen.id) return { result: present, audit: [] };
    const problems = await refusals(context, tx, organization, chosen);
    if (problems.length > 0) throw invalid(...problems);
    const at = timestamp(context.clock.now());
    await endSubscription(tx, before, at);
    const place = { id: newId('sub'), organization_id: organizationId };
    const row = { ...place, feature_set_id: chosen.id, started_at: at, ended_at: null };
    await insertSubscription(tx, row);
    const entry = { action: 'subscription.create', type: 'subscriptions', id: row.id, organizationId };
    const auditShape = ({ identifier }: FeatureSet) => ({ 'feature-set': identifier });
    const result = { ...row, organizationName: organization.name, featureSet: chosen };
    return { result, audit: [{ ...entry, before: auditShape(present.featureSet), after: auditShape(chosen) }] };
  });
