import { listSearch } from '../../api/list.ts';
import { sessionList, tokenList } from '../../api/list-specs.ts';
import { page } from '../../app/page-route.ts';

export const meRoutes = [
  page('/app/me', { title: 'Profile', load: async () => (await import('./profile.tsx')).Profile }),
  page('/app/me/two-factor', {
    title: 'Two-factor authentication',
    load: async () => (await import('./two-factor.tsx')).TwoFactor,
  }),
  page('/app/me/sessions', {
    title: 'Sessions',
    load: async () => (await import('./sessions.tsx')).Sessions,
    search: listSearch(sessionList),
  }),
  page('/app/me/tokens', {
    title: 'API tokens',
    load: async () => (await import('./tokens.tsx')).Tokens,
    search: listSearch(tokenList),
  }),
] as const;
