import type { Condition } from '../conditions.ts';
import type { Context, Wiring } from '../context.ts';
import type { Includable, Routes } from '../http/route.ts';
import type { Expiring } from '../runtime/jobs/expiry.ts';
import type { Job } from '../runtime/jobs/jobs.ts';
import type { Group, SupersededData } from './instance/index.ts';

/** Contributions of a domain to the service. */
export interface Domain {
  readonly routes: Routes;
  /** The types of record that other records' documents may include. */
  readonly includable?: readonly Includable[];
  /** Opens the services that must be there before the first use. */
  readonly open?: Wiring['open'];
  /** Recurring tasks of the running service. */
  readonly jobs?: (context: Context) => readonly Job[];
  /** Rows that are deleted some time after they have expired. */
  readonly expiring?: readonly Expiring[];
  /** The groups of settings that configure it. */
  readonly settings?: readonly Group[];
  /** What somebody who runs the service should know. */
  readonly conditions?: readonly Condition[];
  /** Replaced data, which data retention deletes. */
  readonly superseded?: readonly SupersededData[];
}
