import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { containsPattern } from '../../../db/expressions.ts';
import { readPageOf } from '../../../db/page.ts';
import { attributeProblem, existing, invalid, notFound } from '../../../jsonapi/errors.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { emptyPage, type Page } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, type OrganizationAccess } from '../../organizations/index.ts';
import { mayManageModules } from './access.ts';
import { auditedModule } from './audited.ts';
import { insertModule, type ModuleRow, moduleById, moduleList, type Registry } from './module-store.ts';
import { requireNoCodePlan, setNoCode } from './no-code/no-code.ts';
import type { ShownModule } from './resource.ts';
import { versionsOfModules } from './version-store.ts';

export type { ShownModule } from './resource.ts';

export interface ModuleInput {
  readonly name: string;
  readonly provider: string;
  readonly 'registry-name'?: Registry | null;
  readonly registry_name?: Registry | null;
  /** Of an own module, where there is one, the organization; of a reference that of the public registry. */
  readonly namespace?: string | null;
  readonly 'no-code'?: boolean | null;
}

/**
 * Creates a module without versions, or a reference to one of the public registry. 422 when the organization has one of
 * this name for this provider.
 */
export async function createModule(
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { name, provider, namespace, ...input }: ModuleInput,
): Promise<ShownModule> {
  const isPublic = (input['registry-name'] ?? input.registry_name) === 'public';
  if (!isPublic && namespace && folded(namespace) !== folded(organization.name)) throw invalid(otherNamespace);
  if (input['no-code']) await requireNoCodePlan(context, organization.id);
  return auditedTransaction(context, actor, async (tx) => {
    const { id: organizationId } = await lockOrganization(tx, organization.id);
    const at = timestamp(context.clock.now());
    const base = { id: newId('mod'), organization_id: organizationId, created_at: at, updated_at: at };
    const row = { ...base, name, provider, public_namespace: (isPublic && namespace) || '' };
    await insertModule(tx, row);
    const entry = { action: 'registry-module.create', type: 'registry-modules', id: row.id, organizationId };
    const enabled = input['no-code'] ? await setNoCode(tx, context, row, true) : [];
    const created = existing(await tx.first(moduleById, { id: row.id }));
    const result = { ...created, versions: [], mayChange: mayManageModules(rights) };
    return { result, audit: [{ ...entry, after: auditedModule(row) }, ...enabled] };
  });
}

const otherNamespace = attributeProblem('namespace', 'mismatch', 'Namespace must be the name of the organization');

/** A page of all modules with their versions, by name and provider; `only` narrows it beside the query. */
export async function listModules(
  context: Context,
  access: OrganizationAccess,
  query: ListQuery,
  only: Pick<ModuleFilter, 'registry' | 'name'> = {},
): Promise<Page<ShownModule>> {
  const named = registryIn(query);
  const isElsewhere = only.registry !== undefined && named !== undefined && named !== only.registry;
  if (isElsewhere || !isOfOrganization(access, query)) return emptyPage(query.page);
  const filter = { registry: named, word: query.value('q'), provider: query.value('filter[provider]'), ...only };
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
  const page = await listModules(context, access, query, { registry: 'private', name });
  if (page.total === 0 && query.page.cursor === undefined) throw notFound();
  return page;
}

function registryIn({ value }: ListQuery): Registry | undefined {
  const word = value('filter[registry_name]');
  return word === 'private' || word === 'public' ? word : undefined;
}

/** True if the filter by organization matches this one, or is absent. */
function isOfOrganization({ organization }: OrganizationAccess, { value }: ListQuery): boolean {
  return folded(value('filter[organization_name]') ?? organization.name) === folded(organization.name);
}

/** Restricts a list; what is undefined restricts nothing. */
interface ModuleFilter {
  readonly registry?: Registry | undefined;
  readonly word?: string | undefined;
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
}

async function findModules(
  { database }: Context,
  { organization }: OrganizationAccess,
  { registry, word, name, provider }: ModuleFilter,
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
  const queries = moduleList({ registry, byName: name !== undefined, byProvider: provider !== undefined, isSearch });
  // No index has the provider, or the registry, without the name.
  const isScan = isSearch || (name === undefined && (provider ?? registry) !== undefined);
  return readPageOf(database, queries, { values, request, isScan });
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
