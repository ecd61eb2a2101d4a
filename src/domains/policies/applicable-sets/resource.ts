import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { shortened } from '../../../lib/text/text.ts';
import { allKinds } from '../kind.ts';
import type { Reason, SetInPlace } from './applicability.ts';
import { maxDescription } from './store.ts';

/** A policy set that applies to a workspace or a project. */
export interface ApplicableSetRow extends SetInPlace {
  /** Identifier of the workspace or the project. */
  readonly place: string;
}

const source = Type.Enum(['workspace', 'project']);
const reasonSchema = Exactly({
  reason: Type.Enum(['global', 'workspace', 'project', 'tag']),
  tag: Nullable(Exactly({ key: Type.String(), value: Type.String(), source })),
});

function shownReason(reason: Reason) {
  if (reason.reason !== 'tag') return { reason: reason.reason, tag: null };
  const { key, value, source: from = 'workspace' } = reason.tag;
  return { reason: reason.reason, tag: { key, value, source: from } };
}

/**
 * A policy set that applies to a workspace or project, with the reasons. Users who may not read the policy set itself
 * can also see this resource, so it contains only attributes that evaluations show as well.
 */
export const applicableSetResource = resource<ApplicableSetRow>({
  type: 'applicable-policy-sets',
  id: ({ place, set }) => `${place}-${set.id}`,
  attributes: {
    name: shown(Type.String(), ({ set }) => set.name),
    description: shown(
      Nullable(Type.String()),
      ({ set: { description } }) => description && shortened(description, maxDescription),
    ),
    kind: shown(Type.Enum([...allKinds]), ({ set }) => set.kind),
    overridable: shown(Type.Boolean(), ({ set }) => set.is_overridable === 1),
    shadow: shown(Type.Boolean(), ({ set }) => set.is_shadow === 1),
    'tag-selector-matching-logic': shown(
      Type.Enum(['any', 'all']),
      ({ set }) => set.tag_selector_matching_logic ?? 'any',
    ),
    reasons: shown(Type.Array(reasonSchema), ({ reasons }) => reasons.map(shownReason)),
  },
  relationships: { 'policy-set': { to: 'policy-sets', one: ({ set }) => set.id } },
});
