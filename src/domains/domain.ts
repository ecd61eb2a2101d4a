import type { Condition } from '../conditions.ts';
import type { Context, Wiring } from '../context.ts';
import type { Includable, Routes } from '../http/route.ts';
import type { Expiring } from '../runtime/jobs/expiry.ts';
import type { Job } from '../runtime/jobs/jobs.ts';
import type { SettingsGroupDefinition, SupersededData } from './instance/index.ts';

/** Parts that a domain contributes to the service. */
export interface Domain {
  readonly routes: Routes;
  /** Resource types that documents of other resources can include. */
  readonly includable?: readonly Includable[];
  /** Opens the services that must exist before their first use. */
  readonly open?: Wiring['open'];
  /** Recurring jobs of the running service. */
  readonly jobs?: (context: Context) => readonly Job[];
  /** Rows that are deleted some time after their expiry. */
  readonly expiring?: readonly Expiring[];
  /** Settings groups that configure the domain. */
  readonly settings?: readonly SettingsGroupDefinition[];
  /** Conditions that the operator should know about. */
  readonly conditions?: readonly Condition[];
  /** Superseded data that data retention deletes. */
  readonly superseded?: readonly SupersededData[];
}
