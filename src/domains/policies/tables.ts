// Types of the domain's tables, for the query builder.
import type { TablesIn } from '../../db/tables.ts';

declare module '../../db/tables.ts' {
  interface Tables
    extends TablesIn<typeof import('./approvals/entity.ts')>,
      TablesIn<typeof import('./changes/entity.ts')>,
      TablesIn<typeof import('./counts/tables.ts')>,
      TablesIn<typeof import('./evaluations/entity.ts')>,
      TablesIn<typeof import('./exemption-requests/entity.ts')>,
      TablesIn<typeof import('./exemptions/entity.ts')>,
      TablesIn<typeof import('./inputs/entity.ts')>,
      TablesIn<typeof import('./parameters/entity.ts')>,
      TablesIn<typeof import('./policies/entity.ts')>,
      TablesIn<typeof import('./policy-sets/entity.ts')>,
      TablesIn<typeof import('./replays/entity.ts')>,
      TablesIn<typeof import('./run-tasks/entity.ts')>,
      TablesIn<typeof import('./versions/entity.ts')> {}
}
