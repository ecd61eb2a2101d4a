import type { Context } from '../../../context.ts';
import type { PathParameters } from '../../../http/route.ts';
import type { Actor } from '../../../kernel/actor.ts';

type Find<Path extends string, Access> = (
  context: Context,
  actor: Actor,
  params: PathParameters<Path>,
) => Promise<Access>;

/** One of the addresses of a record: by its identifier, or by its name in its organization. */
export interface Addressed<Path extends string, Access> {
  readonly path: Path;
  /** Finds it for actors that may read it; 404 for everybody else. */
  readonly readable: Find<Path, Access>;
  /** Finds it for actors that may change it; 404 for everybody else. */
  readonly managed: Find<Path, Access>;
  /** Suffix that distinguishes the names of its operations at this address. */
  readonly suffix: '' | 'ByName';
}
