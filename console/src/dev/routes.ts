// Pages for developers of the console. `npm run dev` serves them, and the build omits them.
import { page } from '../app/page-route.ts';

export const devRoutes = import.meta.env.DEV
  ? ([
      page('/app/components', {
        title: 'Components',
        load: () => import('./components.tsx'),
        name: 'Components',
      }),
    ] as const)
  : ([] as const);
