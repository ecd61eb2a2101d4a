import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

export const t = catalogue({
  ...words,
  title: 'Members',
  what: 'members',
  person: 'Person',
  invited: 'Invited',
  noTeams: 'No team',
  moreTeams: (count: number) => `and ${count.toLocaleString('en')} more`,
  since: 'Since',
  you: 'You',
  invite: 'Invite a person',
  inviteAct: 'Invite',
  inviteEmail: 'E-mail address',
  inviteHint:
    'A person who already has an account with this confirmed address becomes a member immediately. Otherwise the membership starts when the person sets a password or the address is confirmed.',
  inviteTeams: 'Teams',
  inviteTeamsHint: 'Teams define what the person can do. Without a team, the person can only see the organization.',
  invitedOne: (email: string) => `${email} was invited and becomes a member when a password is set.`,
  waitingOne: (email: string) =>
    `${email} was invited. The membership starts when the address is confirmed by the link in the mail, by the identity provider, or by a site administrator.`,
  joinedOne: (email: string) => `${email} has an account and is now a member.`,
  linkTitle: (email: string) => `A link for ${email}`,
  linkBody:
    'This site does not send mail. Give this link only to the invited person. Anyone who has it can set the password of the new account, which is a member of this organization.',
  removeTitle: (name: string, organization: string) => `Remove ${name} from ${organization}?`,
  removeBody: 'The person loses all access to the organization immediately. The account itself stays.',
  leavesTeams: (count: number) => `Leaves ${counted(count, 'team')}`,
  removed: (name: string) => `${name} was removed.`,
  cancelInvitation: 'Cancel invitation',
  cancelTitle: (name: string) => `Cancel the invitation of ${name}?`,
  cancelBody: 'The person can no longer accept it. You can invite the person again.',
  canceledDone: (name: string) => `The invitation of ${name} was canceled.`,
  leave: 'Leave',
  leaveTitle: (organization: string) => `Leave ${organization}?`,
  leaveBody: 'You lose all access to the organization immediately. To return, somebody must invite you again.',
  left: (organization: string) => `You left ${organization}.`,
  none: 'This organization has no members.',
});
