import { catalogue } from './catalogue.ts';

export const t = catalogue({
  title: 'Organizations',
  what: 'organizations',
  name: 'Name',
  email: 'Notification e-mail',
  emailHint: 'Where mails about the organization go.',
  nameHint: 'Letters, numbers, - and _. It is part of addresses.',
  created: 'Created',
  create: 'Create an organization',
  createIntro: 'You become its first owner.',
  none: 'You are in no organization yet.',
  createdOne: (name: string) => `The organization ${name} was created.`,
});
