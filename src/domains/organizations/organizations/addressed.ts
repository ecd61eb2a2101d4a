import type { Authorise } from '../../../http/route.ts';

/** One of the addresses of a record: by its identifier, or by its name in its organization. */
export interface Addressed<Path extends string, Access> {
  readonly path: Path;
  /** Finds it for callers who may do an action. */
  readonly access: (action: 'read' | 'update' | 'delete') => Authorise<Path, Access>;
  /** Suffix that distinguishes the names of its operations at this address. */
  readonly suffix: '' | 'ByName';
}
