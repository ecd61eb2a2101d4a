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
  change: 'Change the plan',
  giveTo: (organization: string) => `Change the plan of ${organization}`,
  giveTitle: (organization: string) => `Give ${organization} another plan`,
  giveBody: 'It counts at once. What the organization has stays, even where it is over a limit of the new plan.',
  plan: 'Plan',
  give: 'Give the plan',
  planChanged: (organization: string, plan: string) => `${organization} has the plan ${plan} now.`,
});
