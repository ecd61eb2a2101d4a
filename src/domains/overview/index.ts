// The overview domain: a summary of a person's first six organizations. It combines the summaries of the domains
// `policies` and `modules`.
import { overviewRoute } from './route.ts';

export const overview = { routes: [overviewRoute] } as const;
