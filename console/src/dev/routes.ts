// Pages for developers of the console. They exist only under `npm run dev` and are not part of the build.
import { page } from '../app/page-route.ts';

export const devRoutes = import.meta.env.DEV
  ? ([page('/app/states', { title: 'States', load: async () => (await import('./states.tsx')).States })] as const)
  : ([] as const);
