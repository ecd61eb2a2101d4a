import type { TablesOf } from '../../../db/tables.ts';
import { nullable, table, text } from '../../../kernel/columns.ts';

/** Module versions that a workspace uses, according to its latest evaluation. */
export const workspaceModules = table('workspace_modules', {
  workspace_id: text(),
  /** Organization of the workspace. Null if an older program has written the row during an upgrade. */
  organization_id: nullable(text()),
  version_id: text(),
  /** Version or version constraint in the configuration. Empty if the configuration allows every version. */
  requested: text(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof workspaceModules]> {}
}
