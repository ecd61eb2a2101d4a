import { catalogue } from './catalogue.ts';

export const t = catalogue({
  greeting: (username: string) => `Hello, ${username}`,
  attention: 'Needs attention',
  allWell: 'Nothing needs your attention.',
  twoFactorOff: 'Two-factor authentication is off',
  twoFactorRequired: (places: string) => `Two-factor authentication is required for ${places}`,
  twoFactorRequiredBody: 'You get access once you have turned it on.',
  siteAdministration: 'the administration of this site',
  unconfirmed: (email: string) => `${email} is not confirmed yet`,
  unconfirmedBody: 'Follow the link in the mail that was sent to it.',
  yourOrganizations: 'Your organizations',
  noOrganizations: 'You are in no organization yet.',
});
