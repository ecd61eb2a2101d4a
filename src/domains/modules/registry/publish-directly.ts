// Publishing in one step, without links: what the operator does from the command line.
import type { Context } from '../../../context.ts';
import { openSpool, type Spooled, spool } from '../../../effects/spool.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { archiveLimits, type ModuleContents } from '../../../protocols/archives/module-contents.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import type { Standing } from '../../organizations/organizations/access.ts';
import { inspect } from './archives.ts';
import { settleInspected } from './publish.ts';
import { createModule } from './registry.ts';
import type { ShownVersion } from './resource.ts';
import { type ModuleRow, moduleAt } from './store.ts';
import { awaitArchive, findVersion } from './versions.ts';

export interface Publication {
  readonly name: string;
  readonly provider: string;
  readonly version: string;
}

async function* bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > archiveLimits.packedBytes) throw invalid({ detail: 'The archive is larger than 64 MiB' });
    yield chunk;
  }
}

const spooledFrom = async (file: Spooled['file'], source: AsyncIterable<Uint8Array>): Promise<Spooled> => {
  try {
    return await spool(file, bounded(source));
  } catch (error) {
    throw error instanceof RefusedArchive ? invalid({ detail: error.message }) : error;
  }
};

const moduleFor = async (
  context: Context,
  actor: Actor,
  standing: Standing,
  { name, provider }: Publication,
): Promise<ModuleRow> => {
  const known = await context.database.first(moduleAt, { organization: standing.organization.id, name, provider });
  return known ?? createModule(context, actor, standing, { name, provider });
};

/**
 * Publishes an archive as a version, and makes module and version where there are none. 422 for what is no sound
 * module, before anything is made, and for a version that has its archive already.
 */
export const publishDirectly = async (
  context: Context,
  actor: Actor,
  standing: Standing,
  { source, ...wanted }: Publication & { readonly source: AsyncIterable<Uint8Array> },
): Promise<ShownVersion> => {
  await using file = await openSpool(context.config.dataDir);
  const spooled = await spooledFrom(file, source);
  const contents: ModuleContents = await inspect(context, spooled);
  const module = await moduleFor(context, actor, standing, wanted);
  const { id, version } = await awaitArchive(context, actor, { module }, wanted.version);
  const { organization_id, name, provider } = module;
  const waiting = { id, version, module_id: module.id, organization_id, name, provider };
  await settleInspected(context, actor, waiting, { spooled, contents });
  return findVersion(context, { module }, version);
};
