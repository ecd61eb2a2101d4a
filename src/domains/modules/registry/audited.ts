import { modules } from './entity.ts';
import type { ModuleRow } from './module-store.ts';

type Audited = Pick<ModuleRow, 'name' | 'provider' | 'public_namespace' | 'created_at' | 'updated_at'>;

/** Converts a module to the form in which audit records store it. */
export const auditedModule = (row: Audited): Readonly<Record<string, unknown>> => ({
  ...modules.audited(row),
  ...(row.public_namespace !== '' && { 'public-namespace': row.public_namespace }),
});
