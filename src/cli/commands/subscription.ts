// Which pricing plan an organization has, and has had.

import type { Subscription } from '../../domains/organizations/index.ts';
import type { Resource } from '../../jsonapi/resource.ts';
import { actingCommand, type Output, UsageError } from '../command.ts';
import { namedOrganization } from '../organization.ts';

const argument = ['name', 'its name'] as const;

const resourceOf = async (): Promise<Resource<Subscription>> =>
  (await import('../../domains/organizations/index.ts')).subscriptionResource;

const row = ({ featureSet, started_at, ended_at, id }: Subscription): readonly string[] => [
  featureSet.identifier,
  started_at,
  ended_at ?? '-',
  id,
];

const shown = async (subscriptions: readonly Subscription[]): Promise<Output['text']> => {
  const { aligned } = await import('../output.ts');
  return aligned([['PLAN', 'START AT', 'END AT', 'ID'], ...subscriptions.map(row)]);
};

const setPlan = actingCommand({
  name: 'organization set-plan',
  description: 'give an organization another pricing plan; what it has stays',
  argument,
  others: ['plan', 'the identifier of the plan, such as plus'],
  act: async (session, { subject, others }) => {
    const { catalogueOf, subscribe } = await import('../../domains/organizations/index.ts');
    const { context, actor } = session;
    const catalogue = catalogueOf(context);
    const chosen = catalogue.find(({ identifier }) => identifier === others[0]);
    if (chosen === undefined || others.length > 1) {
      const known = catalogue.map(({ identifier }) => identifier).join(', ');
      throw new UsageError(`Name one plan after the organization: ${known}.`);
    }
    const organization = await namedOrganization(session, subject);
    const subscription = await subscribe(context, actor, organization, chosen);
    const resource = await resourceOf();
    return { text: await shown([subscription]), json: { data: resource.object(subscription) } };
  },
});

const history = actingCommand({
  name: 'organization subscriptions',
  description: 'show which pricing plan an organization has and has had, the latest first',
  argument,
  act: async (session, { subject }) => {
    const { listSubscriptions } = await import('../../domains/organizations/index.ts');
    const subscriptions = await listSubscriptions(session.context, await namedOrganization(session, subject));
    const resource = await resourceOf();
    return { text: await shown(subscriptions), json: { data: subscriptions.map((each) => resource.object(each)) } };
  },
});

export const subscriptionCommands = [setPlan, history];
