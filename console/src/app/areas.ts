// List of all areas of the console. Each area is a folder in `pages/`.
import { devRoutes } from '../dev/routes.ts';
import { apiReferenceArea, apiReferenceRoutes } from '../pages/api-reference/routes.ts';
import { evaluationsArea, evaluationsRoutes } from '../pages/evaluations/routes.ts';
import { exceptionsArea, exceptionsRoutes } from '../pages/exceptions/routes.ts';
import { homeArea, homeRoutes } from '../pages/home/routes.ts';
import { meArea } from '../pages/me/area.ts';
import { meRoutes } from '../pages/me/routes.ts';
import {
  organizationArea,
  organizationPeopleArea,
  organizationRecordsArea,
  organizationsArea,
  organizationsRoutes,
} from '../pages/organizations/routes.ts';
import { policiesArea, policiesRoutes } from '../pages/policies/routes.ts';
import { policySetsArea, policySetsRoutes } from '../pages/policy-sets/routes.ts';
import { registryArea, registryRoutes } from '../pages/registry/routes.ts';
import { siteAdministrationArea, siteArea, siteRoutes } from '../pages/site/routes.ts';
import { workspacesArea, workspacesRoutes } from '../pages/workspaces/routes.ts';
import type { Area } from './area.ts';

/** Areas in the order of the navigation. */
export const areas: readonly Area[] = [
  homeArea,
  organizationsArea,
  apiReferenceArea,
  siteAdministrationArea,
  meArea,
  organizationArea,
  evaluationsArea,
  policiesArea,
  policySetsArea,
  exceptionsArea,
  workspacesArea,
  registryArea,
  organizationPeopleArea,
  organizationRecordsArea,
  siteArea,
];

export const pageRoutes = [
  ...homeRoutes,
  ...organizationsRoutes,
  ...meRoutes,
  ...policiesRoutes,
  ...policySetsRoutes,
  ...evaluationsRoutes,
  ...exceptionsRoutes,
  ...workspacesRoutes,
  ...registryRoutes,
  ...siteRoutes,
  ...apiReferenceRoutes,
  ...devRoutes,
] as const;
