import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { attributeProblem, existing, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { ListRequest, Page } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, may, type OrganizationAccess } from '../../organizations/index.ts';
import { moduleRights } from '../access.ts';
import { auditedModule } from './audited.ts';
import {
  insertModule,
  type ModuleRow,
  moduleById,
  moduleList,
  namedModuleList,
  type Registry,
} from './module-store.ts';
import { newestOf } from './newest.ts';
import type { ShownModule } from './resource.ts';
import { summariesOfVersions } from './summary-store.ts';
import { versionsOfModules } from './version-store.ts';

export type { ShownModule } from './resource.ts';

const mayChange = may(moduleRights['registry-modules'].update);

export interface ModuleInput {
  readonly name: string;
  readonly provider: string;
  readonly 'registry-name'?: Registry | null;
  readonly registry_name?: Registry | null;
  /**
   * For the organization's own module: the organization's name, which can be omitted. For a reference to a public
   * module: the module's namespace in the public registry.
   */
  readonly namespace?: string | null;
}

/**
 * Creates a module without versions, or a reference to a module in the public registry. 422 if the organization already
 * has a module with this name and provider.
 */
export async function createModule(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  { name, provider, namespace, ...input }: ModuleInput,
): Promise<ShownModule> {
  const { organization } = access;
  const isPublic = (input['registry-name'] ?? input.registry_name) === 'public';
  if (!isPublic && namespace && folded(namespace) !== folded(organization.name)) throw invalid(otherNamespace);
  return auditedTransaction(context, actor, async (tx) => {
    const { id: organizationId } = await lockOrganization(tx, organization.id);
    const at = timestamp(context.clock.now());
    const base = { id: newId('mod'), organization_id: organizationId, created_at: at, updated_at: at };
    const row = { ...base, name, provider, public_namespace: (isPublic && namespace) || '' };
    await insertModule(tx, row);
    const entry = { action: 'registry-module.create', type: 'registry-modules', id: row.id, organizationId };
    const created = existing(await tx.first(moduleById, { id: row.id }));
    const empty = { versions: [], newest: undefined, description: null, published_by: null, downloads: 0 };
    const result = { ...created, ...empty, mayChange: mayChange(access) };
    return { result, audit: [{ ...entry, after: auditedModule(row) }] };
  });
}

const otherNamespace = attributeProblem('namespace', 'mismatch', 'Namespace must be the name of the organization');

/** Returns a page of an organization's modules with their versions, sorted by name and provider. */
export async function listModules(
  { database }: Context,
  access: OrganizationAccess,
  query: ListRequest,
): Promise<Page<ShownModule>> {
  const page = await moduleList.read(database, query, { organization: access.organization.id });
  return { ...page, rows: await withVersions(database, page.rows, access) };
}

/** Returns a page of the modules with a given name, for all providers. 404 if there are none. */
export async function listModulesNamed(
  { database }: Context,
  access: OrganizationAccess,
  query: ListRequest,
  name: string,
): Promise<Page<ShownModule>> {
  const page = await namedModuleList.read(database, query, { organization: access.organization.id, name });
  if (page.total === 0 && query.page.cursor === undefined) throw notFound();
  return { ...page, rows: await withVersions(database, page.rows, access) };
}

/** Returns a module with its versions, and whether an actor with the given rights may change the module. */
export async function shownModule(
  { database }: Context,
  module: ModuleRow,
  access: Pick<OrganizationAccess, 'rights'>,
): Promise<ShownModule> {
  const [shown] = await withVersions(database, [module], access);
  return existing(shown);
}

/**
 * Adds to modules their versions, the description and the publisher of the newest version, and the number of downloads.
 * The publisher is shown only to members of the organization. Keeps the order of the modules.
 */
export async function withVersions(
  database: Reader,
  rows: readonly ModuleRow[],
  access: Pick<OrganizationAccess, 'rights'>,
): Promise<readonly ShownModule[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const byModule = Map.groupBy(await database.rows(versionsOfModules, { ids }), ({ module_id }) => module_id);
  const shown = rows.map((module) => {
    const versions = byModule.get(module.id) ?? [];
    return { ...module, versions, newest: newestOf(versions.filter(({ status }) => status === 'ok')) };
  });
  const newest = JSON.stringify(shown.flatMap(({ newest: version }) => version?.id ?? []));
  const summaries = await database.rows(summariesOfVersions, { ids: newest });
  const summaryOf = new Map(summaries.map((row) => [row.version_id, row]));
  const [isManager, isMember] = [mayChange(access), may(['member'])(access)];
  return shown.map((module) => {
    const summary = summaryOf.get(module.newest?.id ?? '');
    return {
      ...module,
      description: summary?.description ?? null,
      published_by: (isMember && summary?.published_by) || null,
      downloads: module.versions.reduce((sum, { downloads }) => sum + (downloads ?? 0), 0),
      mayChange: isManager,
    };
  });
}
