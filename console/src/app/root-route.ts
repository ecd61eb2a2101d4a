import { createRootRoute } from '@tanstack/react-router';

/**
 * Parent route of all pages. `router.tsx` adds the page layout to it. Paths of pages begin with the service's path
 * prefix.
 */
export const rootRoute = createRootRoute();
