// The operator's changes of the catalogue.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { ApiError, invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { changeDocument } from '../../instance/index.ts';
import type { FeatureSet } from './attributes.ts';
import { catalogueId, catalogueIn } from './feature-sets.ts';
import { type CatalogueFile, catalogueFrom, fileOf } from './file.ts';
import { initialPlanId } from './shipped.ts';

type Catalogue = readonly FeatureSet[];

/**
 * Replaces the catalogue by the result of `edit` on its file and on the catalogue that is in force. 422 with every problem of the result, and then nothing
 * changes. The new catalogue applies at once in this process, and within a second in every other.
 */
export async function editCatalogue(
  context: Context,
  actor: Actor,
  edit: (file: CatalogueFile, before: Catalogue) => unknown,
): Promise<Catalogue> {
  const { vocabulary: words, config } = context;
  const row = await changeDocument(context, actor, catalogueId, (stored) => {
    const before = catalogueIn(stored);
    const rules = { words, before, initialId: initialPlanId(config.edition) };
    const after = catalogueFrom(rules, edit(fileOf(words, before), before));
    return { document: { 'feature-sets': after }, audit: entriesFor(before, after) };
  });
  return catalogueIn(row);
}

/** Replaces the catalogue as a document over HTTP has it; `check` gets the one in force. */
export async function replaceCatalogue(
  context: Context,
  actor: Actor,
  sets: readonly unknown[],
  check: (before: Catalogue) => void,
): Promise<Catalogue> {
  try {
    return await editCatalogue(context, actor, (_file, before) => {
      check(before);
      return { 'feature-sets': sets };
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    throw invalid(...error.problems.map((each) => ({ ...each, pointer: `/data/attributes${each.pointer ?? ''}` })));
  }
}

function entriesFor(before: Catalogue, after: Catalogue): readonly AuditEntry[] {
  const former = new Map(before.map((each) => [each.id, each]));
  return [...after.flatMap((each) => changeEntry(former.get(each.id), each)), ...orderEntry(before, after)];
}

/** The entry of one feature set, with the attributes that have changed. */
function changeEntry(before: FeatureSet | undefined, after: FeatureSet): readonly AuditEntry[] {
  const place = { type: 'feature-sets', id: after.id };
  if (before === undefined) return [{ ...place, action: 'feature-set.create', after }];
  const former = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => former.get(name) !== value);
  if (changed.length === 0) return [];
  const values = changed.map(([name]) => [name, former.get(name)]);
  const changes = { before: Object.fromEntries(values), after: Object.fromEntries(changed) };
  return [{ ...place, action: 'feature-set.update', ...changes }];
}

/** The entry of another order, which new feature sets alone are not. */
function orderEntry(before: Catalogue, after: Catalogue): readonly AuditEntry[] {
  const former = before.map(({ id }) => id);
  const order = after.map(({ id }) => id);
  const kept = order.filter((id) => former.includes(id));
  if (isDeepStrictEqual(former, kept)) return [];
  const place = { action: 'feature-set.reorder', type: 'feature-sets', id: catalogueId };
  return [{ ...place, before: { order: former }, after: { order } }];
}
