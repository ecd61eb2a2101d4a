import { page } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { openHome } from './home.ts';

const home = route('GET', '/', {
  isRoot: true,
  summary: 'The start page',
  caller: 'visitor',
  reply: page,
  handle: (context, { actor }) => openHome(context, actor),
});

export const homeRoutes = [home];
