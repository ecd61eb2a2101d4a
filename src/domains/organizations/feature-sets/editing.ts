// Changes by the operator to the catalogue of feature sets.
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
 * Replaces the catalogue with the result of `edit`. The arguments of `edit` are the current catalogue, first as a file
 * and then as feature sets. If the result is invalid, nothing is changed, and the thrown 422 lists all problems. The
 * new catalogue applies immediately in this process, and within a second in other processes.
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

/**
 * Replaces the catalogue with the feature sets in a request body. `check` gets the current catalogue and may throw.
 * Throws 422 if the feature sets are invalid, with JSON Pointers into the body.
 */
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

/** Returns an audit entry with the changed attributes of a feature set, or an empty list if nothing has changed. */
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

/** Returns an audit entry if feature sets that already existed are in another order. */
function orderEntry(before: Catalogue, after: Catalogue): readonly AuditEntry[] {
  const former = before.map(({ id }) => id);
  const order = after.map(({ id }) => id);
  const kept = order.filter((id) => former.includes(id));
  if (isDeepStrictEqual(former, kept)) return [];
  const place = { action: 'feature-set.reorder', type: 'feature-sets', id: catalogueId };
  return [{ ...place, before: { order: former }, after: { order } }];
}
