import { catalogue } from './catalogue.ts';

export const t = catalogue({
  title: 'Your account',
  tokens: 'API tokens',
  tokensIntro: 'A token lets a program act with your rights, such as the command line of Terraform or OpenTofu.',
  token: 'Token',
  description: 'Description',
  descriptionHint: 'Names the machine or the program that uses the token.',
  created: 'Created',
  lastUsed: 'Last used',
  expires: 'Expires',
  expiry: 'Expires on',
  expiryHint: 'Empty: it never expires.',
  newToken: 'Create a token',
  noTokens: 'You have no API tokens.',
  createdTitle: 'Your new API token',
  revoke: 'Delete the token',
  revokeTitle: (name: string) => `Delete the token “${name}”?`,
  revokeBody: 'Programs that use it are refused at once. This cannot be undone.',
  revoked: (name: string) => `The token “${name}” was deleted.`,
  withoutDescription: 'Without a description',
  notWhileActing: 'Tokens belong to people themselves. They cannot be created or deleted while impersonating.',
});
