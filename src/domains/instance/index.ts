// The instance domain: settings, mail, text messages, workload identity, retention, the encryption key, health, pages.
import type { Context } from '../../context.ts';
import { discoveryRoutes } from './health/routes.ts';
import { delivery } from './mail/delivery.ts';
import { purging } from './retention/purge.ts';
import { dataRetentionRoutes } from './retention/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { smsRoutes } from './sms/routes.ts';
import { oidcRoutes } from './workload-identity/routes.ts';
import { keyUpkeep } from './workload-identity/upkeep.ts';

export { descriptionRoute } from './health/routes.ts';

export const instance = {
  routes: [...discoveryRoutes, ...settingsRoutes, ...smsRoutes, ...oidcRoutes, ...dataRetentionRoutes],
  jobs: (context: Context) => [keyUpkeep(context), purging(context), delivery(context)],
};
