import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { containsPattern } from '../../../db/expressions.ts';
import { readPageOf } from '../../../db/page.ts';
import { attributeProblem, invalid, notFound } from '../../../jsonapi/errors.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import { translating } from '../../../jsonapi/violations.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { emptyPage, type Page } from '../../../lib/page.ts';
import { folded } from '../../../lib/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, type OrganizationAccess } from '../../organizations/index.ts';
import { mayManageModules } from './access.ts';
import { insertModule, type ListArguments, type ModuleRow, moduleList, moduleViolations } from './module-store.ts';
import type { ShownModule } from './resource.ts';
import { versionsOfModules } from './version-store.ts';

export type { ShownModule } from './resource.ts';

/** What a module is made of. */
export interface ModuleInput {
  readonly name: string;
  readonly provider: string;
  /** Where it is named, it must be the organization. */
  readonly namespace?: string | null;
}

/** Which of an organization's modules are listed; all unless told. */
export interface ModuleFilter {
  readonly word?: string | undefined;
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
}

/** The part of a module that the audit record tells. */
export const moduleSummary = ({ name, provider }: Pick<ModuleRow, 'name' | 'provider'>) => ({ name, provider });

/** Modules with their versions, in the same order. */
const withVersions = async (
  reader: Reader,
  modules: readonly ModuleRow[],
  { rights }: Pick<OrganizationAccess, 'rights'>,
): Promise<readonly ShownModule[]> => {
  const ids = JSON.stringify(modules.map(({ id }) => id));
  const byModule = Map.groupBy(await reader.rows(versionsOfModules, { ids }), ({ module_id }) => module_id);
  const mayChange = mayManageModules(rights);
  return modules.map((module) => ({ ...module, versions: byModule.get(module.id) ?? [], mayChange }));
};

/** A module as somebody with these rights sees it. */
export const shownModule = async (
  { database }: Context,
  module: ModuleRow,
  access: Pick<OrganizationAccess, 'rights'>,
): Promise<ShownModule> => {
  const [shown] = await withVersions(database, [module], access);
  if (shown === undefined) throw notFound();
  return shown;
};

/** A page of an organization's modules without their versions, by name and provider. */
export const findModules = (
  { database }: Context,
  { organization }: OrganizationAccess,
  { word, name, provider }: ModuleFilter,
  request: Page<unknown>['request'],
): Promise<Page<ModuleRow>> => {
  if (!canMatch(word, name, provider)) return Promise.resolve(emptyPage(request));
  const isSearch = word !== undefined;
  const values: ListArguments = {
    organization: organization.id,
    name: name ?? '',
    provider: provider ?? '',
    pattern: containsPattern(folded(word ?? '')),
  };
  const queries = moduleList(name !== undefined, provider !== undefined, isSearch);
  return readPageOf(database, queries, { values, request, isScan: isSearch });
};

/** Whether the filters that name a registry and an organization leave anything of this one's private modules. */
const isThisRegistry = ({ organization }: OrganizationAccess, { value }: ListQuery): boolean => {
  const named = value('filter[organization_name]');
  return (
    value('filter[registry_name]') !== 'public' && (named === undefined || folded(named) === folded(organization.name))
  );
};

/** A page of an organization's modules with their versions; of one name where it is told. */
export const listModules = async (
  context: Context,
  access: OrganizationAccess,
  query: ListQuery,
  name?: string,
): Promise<Page<ShownModule>> => {
  if (!isThisRegistry(access, query)) return emptyPage(query.page);
  const filter = { word: query.value('q'), provider: query.value('filter[provider]'), name };
  const page = await findModules(context, access, filter, query.page);
  return { ...page, rows: await withVersions(context.database, page.rows, access) };
};

/** The modules of one name, for whatever provider; 404 where there is none. */
export const listModulesNamed = async (
  context: Context,
  access: OrganizationAccess,
  query: ListQuery,
  name: string,
): Promise<Page<ShownModule>> => {
  const page = await listModules(context, access, query, name);
  if (page.total === 0) throw notFound();
  return page;
};

const otherNamespace = attributeProblem('namespace', 'Namespace must be the name of the organization');

/** Creates a module, which has no versions yet. 422 when the organization has one of that name for that provider. */
export const createModule = (
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { name, provider, namespace }: ModuleInput,
): Promise<ShownModule> => {
  const isOwn = !namespace || folded(namespace) === folded(organization.name);
  if (!isOwn) throw invalid(otherNamespace);
  return translating(
    moduleViolations,
    auditedTransaction(context, actor, async (tx) => {
      const home = await lockOrganization(tx, organization.id);
      const at = timestamp(context.clock.now());
      const row = { id: newId('mod'), organization_id: home.id, name, provider, created_at: at, updated_at: at };
      await insertModule(tx, row);
      const result = { ...row, organization_name: home.name, versions: [], mayChange: mayManageModules(rights) };
      const entry = { action: 'registry-module.create', type: 'registry-modules', id: row.id };
      return { result, audit: [{ ...entry, organizationId: home.id, after: moduleSummary(row) }] };
    }),
  );
};
