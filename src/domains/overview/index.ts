// The overview domain: what a person has to know about all of the person's organizations. It combines the parts that the
// other domains contribute.
import { overviewRoute } from './route.ts';

export const overview = { routes: [overviewRoute] } as const;
