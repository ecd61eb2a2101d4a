import { catalogue } from './catalogue.ts';

const others = (count: number) => (count === 0 ? '' : ` and ${count.toLocaleString('en')} more`);

export const t = catalogue({
  title: 'All organizations',
  intro: 'Every organization of this site. What is in one is for its members alone.',
  what: 'organizations of the site',
  name: 'Name',
  email: 'Notification e-mail',
  owners: 'Owners',
  ownersAre: (names: readonly string[], more: number) => `${names.join(', ')}${others(more)}`,
  created: 'Created',
  change: 'Change the subscription',
  giveTo: (organization: string) => `Change the subscription of ${organization}`,
  giveTitle: (organization: string) => `Give ${organization} another subscription`,
  giveBody:
    'It counts at once. What the organization has stays, even where it is over a limit of the new subscription.',
  plan: 'Subscription',
  give: 'Give the subscription',
  planChanged: (organization: string, plan: string) => `${organization} has the subscription ${plan} now.`,
});
