import type { Authorise } from '../../../http/route.ts';

/** A path under which a record can be addressed: by its identifier, or by its name in its organization. */
export interface Addressed<Path extends string, Access> {
  readonly path: Path;
  /** Finds the record for callers who may perform the action. */
  readonly access: (action: 'read' | 'update' | 'delete') => Authorise<Path, Access>;
  /** Suffix of the operation ids of the routes under this path. */
  readonly suffix: '' | 'ByName';
}
