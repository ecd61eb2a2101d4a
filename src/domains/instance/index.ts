// The instance domain: settings, mail, text messages, workload identity, retention, the encryption key, health and
// pages.
import type { Condition } from '../../conditions.ts';
import type { Context } from '../../context.ts';
import { streamConditions } from './audit-stream/conditions.ts';
import { auditStreamJob } from './audit-stream/job.ts';
import { auditStreamRoutes } from './audit-stream/routes.ts';
import { auditStream } from './audit-stream/settings.ts';
import { auditStreamPlace } from './audit-stream/status.ts';
import { machineConditions } from './conditions/machine.ts';
import { serviceConditions } from './conditions/service.ts';
import { costEstimation } from './groups/cost-estimation.ts';
import { customization } from './groups/customization.ts';
import { general } from './groups/general.ts';
import { ready } from './health/health.ts';
import { metricsRoute } from './health/metrics.ts';
import { discoveryRoutes } from './health/routes.ts';
import { mailConditions } from './mail/conditions.ts';
import { deliveryJob } from './mail/delivery.ts';
import { smtp } from './mail/settings.ts';
import { messagePlace } from './mail/store.ts';
import { heldRoutes } from './resumption/routes.ts';
import { dataRetentionRoutes } from './retention/routes.ts';
import { openServices } from './services.ts';
import { smsRoutes } from './sms/routes.ts';
import { sms } from './sms/settings.ts';
import { systemRoute } from './system/routes.ts';
import { oidcRoutes } from './workload-identity/routes.ts';
import { privateKeyPlace } from './workload-identity/succession.ts';
import { keyUpkeep } from './workload-identity/upkeep.ts';

export { confirmTheClock } from './clock/confirm.ts';
export { settingsConditions } from './conditions/service.ts';
export type { Sealed } from './encryption-key/sealed.ts';
export { costEstimationSettings } from './groups/cost-estimation.ts';
export { generalSettings } from './groups/general.ts';
export { siteOf } from './groups/site.ts';
export { descriptionRoute } from './health/routes.ts';
export { leased, serviceActor } from './jobs/job-context.ts';
export { enqueueMail, isMailOn, type MailMessage } from './mail/enqueue.ts';
export { findRetentionPolicy } from './retention/data-retention.ts';
export { retentionDays } from './retention/input.ts';
export { type Horizon, purging, type SupersededData, withoutOwnDays } from './retention/purge.ts';
export { keepsAllType, retentionType, retentionTypeOf } from './retention/resource.ts';
export { attemptParts, engineChoice, jobParts, jobStatuses, metrics } from './services.ts';
export { changeDocument } from './settings/documents.ts';
export {
  type Attributes,
  type BrokenRule,
  clearable,
  computed,
  group,
  required,
  type SettingsGroupDefinition,
  type ValuesOf,
  value,
} from './settings/group.ts';
export { inForce } from './settings/live.ts';
export { settingsRoutes } from './settings/routes.ts';
export { setValues, storedValues } from './settings/settings.ts';
export { readDocument } from './settings/store.ts';
export { sendOrRefusal } from './sms/send.ts';
export { smsProvider } from './sms/settings.ts';

/** Routes whose responses contain operator conditions. */
export const conditionRoutes = (conditions: readonly Condition[]) => [
  ready(conditions),
  metricsRoute(conditions),
  systemRoute(conditions),
];

export const instance = {
  ports: { auditStreamPlace },
  routes: [
    ...discoveryRoutes,
    ...smsRoutes,
    ...oidcRoutes,
    ...dataRetentionRoutes,
    ...auditStreamRoutes,
    ...heldRoutes,
  ],
  open: openServices,
  jobs: (context: Context) => [keyUpkeep(context), deliveryJob(context), auditStreamJob(context)],
  settings: [general, costEstimation, smtp, sms, auditStream, customization],
  sealed: {
    'oidc_keys.private_key': { placeOf: privateKeyPlace, key: 'kid' },
    'outbox.message': { placeOf: messagePlace, key: 'id' },
  },
  conditions: [...machineConditions, ...serviceConditions, ...mailConditions, ...streamConditions],
};
