import { IconDeviceLaptop, IconKey, IconShieldLock, IconUser } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { sessionList, tokenList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

export const meRoutes = [
  page('/app/me', () => import('./profile.tsx'), 'Profile'),
  page('/app/me/two-factor', () => import('./two-factor.tsx'), 'TwoFactor'),
  page('/app/me/sessions', () => import('./sessions.tsx'), 'Sessions', listSearch(sessionList)),
  page('/app/me/tokens', () => import('./tokens.tsx'), 'Tokens', listSearch(tokenList)),
] as const;

export const meArea: Area = {
  scope: 'account',
  navigation: [
    { label: () => t.profile, icon: IconUser, path: () => '/app/me' },
    { label: () => t.twoFactor, icon: IconShieldLock, path: () => '/app/me/two-factor' },
    { label: () => t.sessions, icon: IconDeviceLaptop, path: () => '/app/me/sessions' },
    { label: () => t.tokens, icon: IconKey, path: () => '/app/me/tokens' },
  ],
};
