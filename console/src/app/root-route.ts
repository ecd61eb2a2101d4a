import { createRootRoute } from '@tanstack/react-router';

/** The parent of every page; `router.tsx` gives it the shell. Paths of pages begin at the service's path prefix. */
export const rootRoute = createRootRoute();
