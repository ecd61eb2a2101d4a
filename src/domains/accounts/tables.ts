// Types of the domain's tables, for the query builder.
import type { TablesIn } from '../../db/tables.ts';

declare module '../../db/tables.ts' {
  interface Tables
    extends TablesIn<typeof import('./addresses/tables.ts')>,
      TablesIn<typeof import('./identity-providers/entity.ts')>,
      TablesIn<typeof import('./password-reset/tables.ts')>,
      TablesIn<typeof import('./passwords/tables.ts')>,
      TablesIn<typeof import('./sessions/entity.ts')>,
      TablesIn<typeof import('./sign-in/tables.ts')>,
      TablesIn<typeof import('./single-sign-on/tables.ts')>,
      TablesIn<typeof import('./tokens/entity.ts')>,
      TablesIn<typeof import('./two-factor/tables.ts')>,
      TablesIn<typeof import('./users/entity.ts')> {}
}
