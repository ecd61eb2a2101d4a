import type { Authorise } from '../../../http/route.ts';

/** Path to a record. It contains either the record's identifier, or the names of the organization and the record. */
export interface Addressed<Path extends string, Access> {
  readonly path: Path;
  /** Returns an access check that finds the record for callers who may perform the action. */
  readonly access: (action: 'read' | 'update' | 'delete') => Authorise<Path, Access>;
  /** Suffix of the operation IDs for routes with this path. */
  readonly suffix: '' | 'ByName';
}
