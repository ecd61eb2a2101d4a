import { IconKey } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../api/list.ts';
import { tokenList } from '../../api/tokens.ts';
import type { Area } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/me.ts';

const tokens = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/me/tokens',
  validateSearch: listSearch(tokenList),
  component: lazyRouteComponent(() => import('./tokens.tsx'), 'Tokens'),
});

export const meRoutes = [tokens] as const;

export const meArea: Area = {
  scope: 'account',
  navigation: [{ label: () => t.tokens, icon: IconKey, path: () => '/app/me/tokens' }],
};
