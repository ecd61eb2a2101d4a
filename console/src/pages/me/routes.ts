import { listSearch } from '../../api/list.ts';
import { sessionList, tokenList } from '../../api/list-specs.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

export const meRoutes = [
  page('/app/me', { title: () => t.profile, load: () => import('./profile.tsx'), name: 'Profile' }),
  page('/app/me/two-factor', { title: () => t.twoFactor, load: () => import('./two-factor.tsx'), name: 'TwoFactor' }),
  page('/app/me/sessions', {
    title: () => t.sessions,
    load: () => import('./sessions.tsx'),
    name: 'Sessions',
    search: listSearch(sessionList),
  }),
  page('/app/me/tokens', {
    title: () => t.tokens,
    load: () => import('./tokens.tsx'),
    name: 'Tokens',
    search: listSearch(tokenList),
  }),
] as const;
