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
    'Somebody who has an account with this address, and has confirmed it, is a member immediately. Otherwise the membership begins once the person has set a password or the address is confirmed.',
  inviteTeams: 'Teams',
  inviteTeamsHint: 'What the person may do. Without a team a person only sees the organization.',
  invitedOne: (email: string) => `${email} was invited, and is a member once a password is set.`,
  waitingOne: (email: string) =>
    `${email} was invited. The membership begins once the address is confirmed: by the link in the mail, by the identity provider, or by a site administrator.`,
  joinedOne: (email: string) => `${email} has an account, and is a member from now on.`,
  linkTitle: (email: string) => `A link for ${email}`,
  linkBody:
    'This site sends no mail. Give this link to the person and to nobody else: everyone who has it can set the password of the new account, which is a member of this organization.',
  removeTitle: (name: string, organization: string) => `Remove ${name} from ${organization}?`,
  removeBody: 'The person loses all access to the organization at once. The account itself stays.',
  leavesTeams: (count: number) => `Leaves ${counted(count, 'team')}`,
  removed: (name: string) => `${name} was removed.`,
  cancelInvitation: 'Cancel invitation',
  cancelTitle: (name: string) => `Cancel the invitation of ${name}?`,
  cancelBody: 'The person can no longer accept it. You can invite the person again.',
  canceledDone: (name: string) => `The invitation of ${name} was canceled.`,
  leave: 'Leave',
  leaveTitle: (organization: string) => `Leave ${organization}?`,
  leaveBody: 'You lose all access to the organization at once. Somebody else must invite you again.',
  left: (organization: string) => `You left ${organization}.`,
  none: 'Nobody is in this organization.',
});
