// Changes of the catalogue, by the operator.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { changeDocument } from '../../instance/index.ts';
import type { FeatureSet } from './attributes.ts';
import { catalogueId, catalogueIn } from './feature-sets.ts';
import { type CatalogueFile, catalogueFrom, fileOf } from './file.ts';
import { initialPlanId } from './shipped.ts';

type Catalogue = readonly FeatureSet[];

const changeEntry = (before: FeatureSet | undefined, after: FeatureSet): readonly AuditEntry[] => {
  const place = { type: 'feature-sets', id: after.id };
  if (before === undefined) return [{ ...place, action: 'feature-set.create', after }];
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => old.get(name) !== value);
  if (changed.length === 0) return [];
  const former = changed.map(([name]) => [name, old.get(name)]);
  const changes = { before: Object.fromEntries(former), after: Object.fromEntries(changed) };
  return [{ ...place, action: 'feature-set.update', ...changes }];
};

const orderEntry = (before: Catalogue, after: Catalogue): readonly AuditEntry[] => {
  const [was, is] = [before, after].map((each) => each.map(({ id }) => id));
  if (
    was === undefined ||
    isDeepStrictEqual(
      was,
      is?.filter((id) => was.includes(id)),
    )
  )
    return [];
  const place = { action: 'feature-set.reorder', type: 'feature-sets', id: catalogueId };
  return [{ ...place, before: { order: was }, after: { order: is } }];
};

const entriesFor = (before: Catalogue, after: Catalogue): readonly AuditEntry[] => [
  ...after.flatMap((each) =>
    changeEntry(
      before.find(({ id }) => id === each.id),
      each,
    ),
  ),
  ...orderEntry(before, after),
];

/**
 * Replaces the catalogue by what `edit` makes of its file. 422 with every fault of that, and nothing is changed then.
 * It is in force in this process when it is done, and in every other within a second.
 */
export const editCatalogue = async (
  context: Context,
  actor: Actor,
  edit: (file: CatalogueFile) => unknown,
): Promise<Catalogue> => {
  const { vocabulary: words, config } = context;
  const row = await changeDocument(context, actor, catalogueId, (stored) => {
    const before = catalogueIn(stored);
    const rules = { words, before, initialId: initialPlanId(config.edition) };
    const after = catalogueFrom(rules, edit(fileOf(words, before)));
    return { document: { 'feature-sets': after }, audit: entriesFor(before, after) };
  });
  return catalogueIn(row);
};
