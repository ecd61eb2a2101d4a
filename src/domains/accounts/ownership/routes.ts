import { page } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { openOwnerLink, openProofPage, sendOwnerLink, useOwnerLink } from './owner-pages.ts';
import { ownerPath } from './ownership.ts';

const inSession = { isRoot: true, reply: page, caller: 'visitor', isPersonal: true } as const;

const show = route('GET', ownerPath, {
  ...inSession,
  summary: 'Show the page on which people prove that they own their account',
  handle: (context, { actor }) => openProofPage(context, actor),
});

const send = route('POST', `${ownerPath}/link`, {
  ...inSession,
  summary: 'Mail a link that proves that you own the account',
  requiresSameOrigin: true,
  handle: (context, { actor }) => sendOwnerLink(context, actor),
});

const open = route('GET', `${ownerPath}/:owner_link`, {
  ...inSession,
  summary: 'Show the page that a mailed ownership link opens',
  handle: (context, { actor, params }) => openOwnerLink(context, actor, params.owner_link),
});

const follow = route('POST', `${ownerPath}/:owner_link`, {
  ...inSession,
  summary: 'Prove with a link that you own the account',
  requiresSameOrigin: true,
  handle: (context, { actor, params }) => useOwnerLink(context, actor, params.owner_link),
});

export const ownershipRoutes = [show, send, open, follow];
