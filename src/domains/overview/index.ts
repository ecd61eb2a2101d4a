// The overview domain: a summary of a person's first six organizations. It combines the parts that the other domains
// contribute.
import { overviewRoute } from './route.ts';

export const overview = { routes: [overviewRoute] } as const;
