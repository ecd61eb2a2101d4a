import { catalogue } from './catalogue.ts';

const others = (count: number) => (count === 0 ? '' : ` and ${count.toLocaleString('en')} more`);

export const t = catalogue({
  title: 'All organizations',
  intro: 'All organizations on this site. Only members can see the contents of an organization.',
  what: 'organizations of the site',
  name: 'Name',
  email: 'Notification e-mail',
  owners: 'Owners',
  ownersAre: (names: readonly string[], more: number) => `${names.join(', ')}${others(more)}`,
  created: 'Created',
  change: 'Change the subscription',
  giveTo: (organization: string) => `Change the subscription of ${organization}`,
  giveTitle: (organization: string) => `Change the subscription of ${organization}`,
  giveBody:
    'The change takes effect immediately. Existing records stay, even if they exceed a limit of the new subscription.',
  plan: 'Subscription',
  give: 'Change the subscription',
  planChanged: (organization: string, plan: string) => `${organization} now has the subscription ${plan}.`,
});
