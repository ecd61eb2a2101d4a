// Types of the domain's tables, for the query builder.
import type { TablesIn } from '../../db/tables.ts';

declare module '../../db/tables.ts' {
  interface Tables
    extends TablesIn<typeof import('./access-grants/entity.ts')>,
      TablesIn<typeof import('./administration/tables.ts')>,
      TablesIn<typeof import('./approvers/tables.ts')>,
      TablesIn<typeof import('./delegations/entity.ts')>,
      TablesIn<typeof import('./memberships/entity.ts')>,
      TablesIn<typeof import('./organizations/entity.ts')>,
      TablesIn<typeof import('./projects/entity.ts')>,
      TablesIn<typeof import('./subscriptions/entity.ts')>,
      TablesIn<typeof import('./tags/entity.ts')>,
      TablesIn<typeof import('./teams/entity.ts')>,
      TablesIn<typeof import('./tenants/tables.ts')>,
      TablesIn<typeof import('./workspaces/entity.ts')> {}
}
