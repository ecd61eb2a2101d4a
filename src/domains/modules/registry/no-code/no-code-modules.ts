// Modules that are offered to people who write no configuration: which version, and what they may choose. This service
// keeps and shows the offer; it provisions nothing.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../../context.ts';
import type { Reader, Transaction } from '../../../../db/database.ts';
import { attributeProblem, existing, type Problem, problemAt, requireNone } from '../../../../jsonapi/errors.ts';
import type { Actor } from '../../../../kernel/actor.ts';
import { timestamp } from '../../../../kernel/clock.ts';
import { newId } from '../../../../kernel/ids.ts';
import { auditedTransaction } from '../../../audit/index.ts';
import { type OrganizationAccess, readableRows } from '../../../organizations/index.ts';
import { readContents } from '../contents.ts';
import { lockModule, moduleById } from '../module-store.ts';
import { versionAt } from '../version-store.ts';
import { noCodeModules } from './entity.ts';
import type { SentOptions } from './input.ts';
import { auditedNoCode, entryOf } from './no-code.ts';
import { choicesOf, type OfferedVariable } from './resource.ts';
import {
  deleteNoCodeRow,
  insertNoCode,
  type NoCodeRow,
  noCodeById,
  noCodeByIds,
  type OptionRow,
  optionsByIds,
  optionsOf,
  replaceOptions,
  updateNoCodeRow,
} from './store.ts';

export interface NoCodeInput {
  readonly attributes: { readonly enabled?: boolean; readonly 'version-pin'?: string | null };
  /** The identifier of the module. */
  readonly moduleId?: string | undefined;
  readonly options?: SentOptions | undefined;
}

/** Offers a module. 422 for a module of another organization, and for one that is offered already. */
export function createNoCode(
  context: Context,
  actor: Actor,
  { organization }: OrganizationAccess,
  { attributes, moduleId = '', options = [] }: NoCodeInput,
): Promise<NoCodeRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const at = timestamp(context.clock.now());
    const base = { id: newId('nocode'), organization_id: organization.id, module_id: moduleId };
    const row = { version_pin: null, is_enabled: 1, ...noCodeModules.created(attributes), ...base };
    requireNone([...(await moduleProblems(tx, row)), ...(await pinProblems(tx, row)), ...optionProblems(options)]);
    await lockModule(tx, row.module_id);
    await insertNoCode(tx, { ...row, created_at: at, updated_at: at });
    await replaceOptions(tx, row.id, rowsFrom(row.id, options));
    const created = existing(await tx.first(noCodeById, { id: row.id }));
    return { result: created, audit: [{ ...entryOf('create', created), after: await auditedWhole(tx, created) }] };
  });
}

/** Changes the offer. Options that are sent replace all; 422 for another module. */
export function updateNoCode(
  context: Context,
  actor: Actor,
  { id, module_id }: NoCodeRow,
  { attributes, moduleId = module_id, options }: NoCodeInput,
): Promise<NoCodeRow> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module_id);
    const row = existing(await tx.first(noCodeById, { id }));
    const changes = noCodeModules.changed(attributes);
    const isOther = moduleId !== row.module_id;
    requireNone([
      ...(isOther ? [problemAt(modulePointer, 'immutable', 'Registry module cannot be changed')] : []),
      ...(await pinProblems(tx, { ...row, ...changes })),
      ...optionProblems(options ?? []),
    ]);
    const before = await auditedWhole(tx, row);
    if (options !== undefined) await replaceOptions(tx, id, rowsFrom(id, options));
    await updateNoCodeRow(tx, id, { ...changes, updated_at: timestamp(context.clock.now()) });
    const changed = existing(await tx.first(noCodeById, { id }));
    const after = await auditedWhole(tx, changed);
    const entry = entryOf('update', changed);
    return { result: changed, audit: isDeepStrictEqual(before, after) ? [] : [{ ...entry, before, after }] };
  });
}

/** Withdraws the offer; the module stays. */
export function deleteNoCode(context: Context, actor: Actor, { id, module_id }: NoCodeRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module_id);
    const row = existing(await tx.first(noCodeById, { id }));
    const before = await auditedWhole(tx, row);
    await deleteNoCodeRow(tx, id);
    return { result: undefined, audit: [{ ...entryOf('delete', row), before }] };
  });
}

/** The variables that a version of the module declares, with what people may choose; 404 where there is no such version. */
export async function offeredVariables(
  { database }: Context,
  { id, module_id }: NoCodeRow,
  version: string,
): Promise<readonly OfferedVariable[]> {
  const published = existing(await database.first(versionAt, { module: module_id, version }));
  const options = new Map((await database.rows(optionsOf, { id })).map((row) => [row.variable_name, choicesOf(row)]));
  return readContents(published.contents).inputs.map((input) => ({
    ...input,
    id: `${published.id}-${input.name}`,
    options: options.get(input.name) ?? [],
  }));
}

/** The no-code modules behind identifiers in the actor's organizations. */
export const findNoCodeByIds = async (
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly NoCodeRow[]> =>
  readableRows(context, actor, await context.database.rows(noCodeByIds, { ids: JSON.stringify(ids) }), () => true);

/** The options behind identifiers in the actor's organizations. */
export const findOptionsByIds = async (
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly OptionRow[]> =>
  readableRows(context, actor, await context.database.rows(optionsByIds, { ids: JSON.stringify(ids) }), () => true);

const modulePointer = '/data/relationships/registry-module/data/id';

async function moduleProblems(
  tx: Transaction,
  { module_id, organization_id }: Pick<NoCodeRow, 'module_id' | 'organization_id'>,
): Promise<readonly Problem[]> {
  const module = await tx.first(moduleById, { id: module_id });
  const isHere = module?.organization_id === organization_id;
  return isHere
    ? []
    : [problemAt(modulePointer, 'no-such-record', 'Registry module does not exist in this organization')];
}

/** Clients pin nothing with either of these words. */
const newest = ['', 'latest'];

async function pinProblems(
  reader: Reader,
  { module_id, version_pin }: Pick<NoCodeRow, 'module_id' | 'version_pin'>,
): Promise<readonly Problem[]> {
  if (version_pin === null || newest.includes(version_pin)) return [];
  const version = await reader.first(versionAt, { module: module_id, version: version_pin });
  return version === undefined
    ? [attributeProblem('version-pin', 'no-such-record', 'Version pin is not a version of the module')]
    : [];
}

const namePointer = (index: number): string =>
  `/data/relationships/variable-options/data/${index}/attributes/variable-name`;

function optionProblems(options: SentOptions): readonly Problem[] {
  const names = options.map(({ attributes }) => attributes['variable-name']);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [problemAt(namePointer(index), 'taken', 'Variable name has already been taken')],
  );
}

const rowsFrom = (no_code_module_id: string, options: SentOptions): readonly OptionRow[] =>
  options.map(({ attributes }, position) => ({
    id: newId('ncopt'),
    no_code_module_id,
    position,
    variable_name: attributes['variable-name'],
    variable_type: attributes['variable-type'],
    options: JSON.stringify(attributes.options ?? []),
  }));

async function auditedWhole(reader: Reader, row: NoCodeRow) {
  const options = await reader.rows(optionsOf, { id: row.id });
  const audited = options.map((each) => ({
    name: each.variable_name,
    type: each.variable_type,
    options: choicesOf(each),
  }));
  return { ...auditedNoCode(row), 'variable-options': audited };
}
