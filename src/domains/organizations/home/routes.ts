import { page } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { openHome } from './home.ts';

const home: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/',
    isRoot: true,
    summary: 'The start page',
    caller: 'visitor',
    reply: page,
    handle: (context, { actor }) => openHome(context, actor),
  });

export const homeRoutes: readonly RouteFactory[] = [home];
