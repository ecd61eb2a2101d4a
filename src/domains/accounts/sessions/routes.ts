import { many, nothing } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { requirePerson } from '../users/access.ts';
import { sessionResource } from './resource.ts';
import { endOtherSessions, endSession, listSessions, ownSession } from './sessions.ts';
import { liveSessionsOf } from './store.ts';

const ofAccount = '/account/sessions';
const include = ['user'];

const list = route('GET', ofAccount, {
  operationId: 'listSessions',
  summary: 'List your own sessions',
  description: 'Returns the newest sessions first, with the address and the browser from which each was started.',
  caller: 'user',
  authorise: requirePerson,
  query: { ...liveSessionsOf.query, include },
  reply: many(sessionResource),
  handle: (context, { actor, subject, query }) => listSessions(context, actor, subject.id, query),
});

const removeOthers = route('DELETE', ofAccount, {
  operationId: 'deleteOtherSessions',
  summary: 'End your other sessions',
  description: 'Ends all sessions of the user except the session of this request.',
  caller: 'user',
  isPersonal: true,
  authorise: requirePerson,
  reply: nothing,
  handle: (context, { actor, subject }) => endOtherSessions(context, actor, subject.id),
});

const removeOne = route('DELETE', `${ofAccount}/:session_id`, {
  operationId: 'deleteSession',
  summary: 'End one of your sessions',
  description: "The session's cookie stops working immediately.",
  caller: 'user',
  isPersonal: true,
  authorise: ownSession,
  reply: nothing,
  handle: (context, { actor, subject }) => endSession(context, actor, subject),
});

export const sessionRoutes = [list, removeOthers, removeOne];
