import { listSearch } from '../../api/list.ts';
import { sessionList, tokenList } from '../../api/list-specs.ts';
import { page } from '../../app/page-route.ts';

export const meRoutes = [
  page('/app/me', { title: 'Profile', load: () => import('./profile.tsx'), name: 'Profile' }),
  page('/app/me/two-factor', {
    title: 'Two-factor authentication',
    load: () => import('./two-factor.tsx'),
    name: 'TwoFactor',
  }),
  page('/app/me/sessions', {
    title: 'Sessions',
    load: () => import('./sessions.tsx'),
    name: 'Sessions',
    search: listSearch(sessionList),
  }),
  page('/app/me/tokens', {
    title: 'API tokens',
    load: () => import('./tokens.tsx'),
    name: 'Tokens',
    search: listSearch(tokenList),
  }),
] as const;
