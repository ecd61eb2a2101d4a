import { IconDeviceLaptop, IconKey, IconShieldLock, IconUser } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../api/list.ts';
import { sessionList } from '../../api/profile.ts';
import { tokenList } from '../../api/tokens.ts';
import type { Area } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/navigation.ts';

const profile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/me',
  component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
});

const twoFactor = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/me/two-factor',
  component: lazyRouteComponent(() => import('./two-factor.tsx'), 'TwoFactor'),
});

const sessions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/me/sessions',
  validateSearch: listSearch(sessionList),
  component: lazyRouteComponent(() => import('./sessions.tsx'), 'Sessions'),
});

const tokens = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/me/tokens',
  validateSearch: listSearch(tokenList),
  component: lazyRouteComponent(() => import('./tokens.tsx'), 'Tokens'),
});

export const meRoutes = [profile, twoFactor, sessions, tokens] as const;

export const meArea: Area = {
  scope: 'account',
  navigation: [
    { label: () => t.profile, icon: IconUser, path: () => '/app/me' },
    { label: () => t.twoFactor, icon: IconShieldLock, path: () => '/app/me/two-factor' },
    { label: () => t.sessions, icon: IconDeviceLaptop, path: () => '/app/me/sessions' },
    { label: () => t.tokens, icon: IconKey, path: () => '/app/me/tokens' },
  ],
};
