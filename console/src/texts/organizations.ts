import { catalogue } from './catalogue.ts';

export const t = catalogue({
  title: 'Organizations',
  what: 'organizations',
  name: 'Name',
  email: 'Notification e-mail',
  emailHint: 'Address for mails about the organization.',
  nameHint: 'Letters, numbers, - and _. The name is part of addresses.',
  created: 'Created',
  create: 'Create an organization',
  createIntro: 'You become its first owner.',
  none: 'You are not a member of an organization yet.',
  createdOne: (name: string) => `The organization ${name} was created.`,
});
