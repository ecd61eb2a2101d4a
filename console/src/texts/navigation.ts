import { catalogue } from './catalogue.ts';
import { words } from './words.ts';

/** The names of pages, in the navigation and in the titles of documents. The first load has them; other texts come with their pages. */
export const t = catalogue({
  ...words,
  home: 'Home',
  newOrganization: 'Create an organization',
  overview: 'Overview',
  permissions: 'Permissions of all teams',
  newPolicy: 'Create a policy',
  revision: 'Revision',
  exceptions: 'Exceptions',
  newPolicySet: 'Create a policy set',
  setMembers: 'Policies and scope',
  evaluate: 'Evaluate a plan',
  runTask: 'Run task',
  publish: 'Publish a version',
  module: 'Module',
  audit: 'Audit trail',
  subscription: 'Subscription',
  users: 'Users',
  user: 'User',
  identityProviders: 'Identity providers',
  newIdentityProvider: 'Add an identity provider',
  newUser: 'Create a user',
  allOrganizations: 'All organizations',
  signingKeys: 'Signing keys',
  system: 'System',
  apiReference: 'API reference',
});
