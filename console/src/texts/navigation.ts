import { catalogue } from './catalogue.ts';

/** The names of pages in the navigation, which the first load has; other texts of an area come with its pages. */
export const t = catalogue({
  home: 'Home',
  organizations: 'Organizations',
  profile: 'Profile',
  twoFactor: 'Two-factor authentication',
  sessions: 'Sessions',
  tokens: 'API tokens',
  overview: 'Overview',
  members: 'Members',
  teams: 'Teams',
  policies: 'Policies',
  policySets: 'Policy sets',
  evaluations: 'Evaluations',
  registry: 'Registry',
  audit: 'Audit trail',
  plan: 'Plan',
  users: 'Users',
  allOrganizations: 'All organizations',
  settings: 'Settings',
  system: 'System',
  apiReference: 'API reference',
});
