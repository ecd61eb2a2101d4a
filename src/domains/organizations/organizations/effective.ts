// Settings that apply to an organization. The instance's settings apply unless the organization has its own.
import type { Context } from '../../../context.ts';
import { costEstimationSettings, generalSettings } from '../../instance/index.ts';
import type { Rights } from './rights.ts';
import type { OrganizationRow } from './store.ts';

export interface ShownOrganization extends OrganizationRow {
  /** Rights of the caller. Undefined if the caller does not belong to the organization. */
  readonly rights: Rights | undefined;
  /** Whether the caller can read only workspaces to which a team of the caller has access, and there are any. */
  readonly readsPlaces: boolean;
  readonly effective: {
    readonly planTimeout: string;
    readonly applyTimeout: string;
    readonly isRemoteStateGlobal: boolean;
    readonly sendsPassingStatuses: boolean;
    readonly plansForForks: boolean;
    readonly estimatesCosts: boolean;
  };
}

export function shownOrganization(
  context: Context,
  row: OrganizationRow,
  rights: Rights | undefined,
  readsPlaces = false,
): ShownOrganization {
  const general = generalSettings(context);
  const effective = {
    planTimeout: row.plan_timeout ?? general['plan-timeout'],
    applyTimeout: row.apply_timeout ?? general['apply-timeout'],
    isRemoteStateGlobal: general['default-remote-state-access'],
    sendsPassingStatuses: general['send-passing-statuses-for-untriggered-speculative-plans'],
    plansForForks: general['allow-speculative-plans-on-pull-requests-from-forks'],
    estimatesCosts: row.wants_cost_estimation === 1 && costEstimationSettings(context).enabled,
  };
  return { ...row, effective, rights, readsPlaces };
}
