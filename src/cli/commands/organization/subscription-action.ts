// Commands for an organization's current and past subscriptions.

import {
  catalogueOf,
  listSubscriptions,
  type Subscription,
  subscribe,
  subscriptionResource,
} from '../../../domains/organizations/commands.ts';
import { asOperator } from '../../data/as-operator.ts';
import { namedOrganization } from '../../data/organization.ts';
import { UsageError } from '../../terminal/command.ts';
import { aligned } from '../../terminal/output.ts';

const row = ({ featureSet, started_at, ended_at, id }: Subscription): readonly string[] => [
  featureSet.identifier,
  started_at,
  ended_at ?? '-',
  id,
];

const shown = (subscriptions: readonly Subscription[]): string =>
  aligned([['FEATURE SET', 'START AT', 'END AT', 'ID'], ...subscriptions.map(row)]);

export const setPlan = asOperator(async (session, { subject, others }) => {
  const { context, actor } = session;
  const catalogue = catalogueOf(context);
  const chosen = catalogue.find(({ identifier }) => identifier === others[0]);
  if (chosen === undefined || others.length > 1) {
    const known = catalogue.map(({ identifier }) => identifier).join(', ');
    throw new UsageError(`Name one feature set after the organization: ${known}.`);
  }
  const organization = await namedOrganization(session, subject);
  const subscription = await subscribe(context, actor, organization, chosen);
  return { text: shown([subscription]), json: { data: subscriptionResource.object(subscription) } };
});

export const history = asOperator(async (session, { subject }) => {
  const subscriptions = await listSubscriptions(session.context, await namedOrganization(session, subject));
  return {
    text: shown(subscriptions),
    json: { data: subscriptions.map((each) => subscriptionResource.object(each)) },
  };
});
