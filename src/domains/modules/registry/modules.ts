import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { containsPattern } from '../../../db/expressions.ts';
import { readPageOf } from '../../../db/page.ts';
import { attributeProblem, existing, invalid, notFound } from '../../../jsonapi/errors.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { emptyPage, type Page } from '../../../lib/page.ts';
import { folded } from '../../../lib/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, type OrganizationAccess } from '../../organizations/index.ts';
import { mayManageModules } from './access.ts';
import { modules } from './entity.ts';
import { insertModule, type ModuleRow, moduleList } from './module-store.ts';
import type { ShownModule } from './resource.ts';
import { versionsOfModules } from './version-store.ts';

export type { ShownModule } from './resource.ts';

export interface ModuleInput {
  readonly name: string;
  readonly provider: string;
  /** Where there is one, it must be the organization. */
  readonly namespace?: string | null;
}

/** Creates a module without versions. 422 when the organization has a module of this name for this provider. */
export async function createModule(
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { name, provider, namespace }: ModuleInput,
): Promise<ShownModule> {
  if (namespace && folded(namespace) !== folded(organization.name)) throw invalid(otherNamespace);
  return auditedTransaction(context, actor, async (tx) => {
    const { id: organizationId, name: organization_name } = await lockOrganization(tx, organization.id);
    const at = timestamp(context.clock.now());
    const row = { id: newId('mod'), organization_id: organizationId, name, provider, created_at: at, updated_at: at };
    await insertModule(tx, row);
    const entry = { action: 'registry-module.create', type: 'registry-modules', id: row.id, organizationId };
    const result = { ...row, organization_name, versions: [], mayChange: mayManageModules(rights) };
    return { result, audit: [{ ...entry, after: modules.audited(row) }] };
  });
}

const otherNamespace = attributeProblem('namespace', 'Namespace must be the name of the organization');

/** A page of all modules with their versions, by name and provider; only those of one name where it is given. */
export async function listModules(
  context: Context,
  access: OrganizationAccess,
  query: ListQuery,
  name?: string,
): Promise<Page<ShownModule>> {
  if (!isThisRegistry(access, query)) return emptyPage(query.page);
  const filter = { word: query.value('q'), provider: query.value('filter[provider]'), name };
  const page = await findModules(context, access, filter, query.page);
  return { ...page, rows: await withVersions(context.database, page.rows, access) };
}

/** The modules of one name, for every provider; 404 where there is none. */
export async function listModulesNamed(
  context: Context,
  access: OrganizationAccess,
  query: ListQuery,
  name: string,
): Promise<Page<ShownModule>> {
  const page = await listModules(context, access, query, name);
  if (page.total === 0) throw notFound();
  return page;
}

/** Whether the filters by registry and organization match this organization's private registry. */
function isThisRegistry({ organization }: OrganizationAccess, { value }: ListQuery): boolean {
  const name = value('filter[organization_name]') ?? organization.name;
  return value('filter[registry_name]') !== 'public' && folded(name) === folded(organization.name);
}

/** Restricts a list; what is undefined restricts nothing. */
interface ModuleFilter {
  readonly word: string | undefined;
  readonly name: string | undefined;
  readonly provider: string | undefined;
}

async function findModules(
  { database }: Context,
  { organization }: OrganizationAccess,
  { word, name, provider }: ModuleFilter,
  request: Page<unknown>['request'],
): Promise<Page<ModuleRow>> {
  if (!canMatch(word, name, provider)) return emptyPage(request);
  const isSearch = word !== undefined;
  const values = {
    organization: organization.id,
    name: name ?? '',
    provider: provider ?? '',
    pattern: containsPattern(folded(word ?? '')),
  };
  const queries = moduleList(name !== undefined, provider !== undefined, isSearch);
  return readPageOf(database, queries, { values, request, isScan: isSearch });
}

/** A module as an actor with these rights sees it. */
export async function shownModule(
  { database }: Context,
  module: ModuleRow,
  access: Pick<OrganizationAccess, 'rights'>,
): Promise<ShownModule> {
  const [shown] = await withVersions(database, [module], access);
  return existing(shown);
}

/** Modules with their versions, in the same order. */
async function withVersions(
  reader: Reader,
  rows: readonly ModuleRow[],
  { rights }: Pick<OrganizationAccess, 'rights'>,
): Promise<readonly ShownModule[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const byModule = Map.groupBy(await reader.rows(versionsOfModules, { ids }), ({ module_id }) => module_id);
  const mayChange = mayManageModules(rights);
  return rows.map((module) => ({ ...module, versions: byModule.get(module.id) ?? [], mayChange }));
}
