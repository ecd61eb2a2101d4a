// What clients of other vocabularies write and compare of an organization.
import { Type } from 'typebox';
import { type CompatAttribute, compatOnly } from '../../../jsonapi/compat-only.ts';
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';
import { type Shown, shown } from '../../../jsonapi/resource.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { sentenceCase } from '../../../lib/text.ts';

const off: CompatAttribute = { schema: Type.Boolean(), initial: false };

/** Stored without an effect. */
export const organizationCompat = compatOnly({
  'aggregated-commit-status-enabled': off,
  'assessments-enforced': off,
  'stacks-enabled': off,
});

/** What would promise security that nothing here gives: the only value that it can have. */
const unenforced: Readonly<Record<string, { readonly value: boolean | string; readonly same: readonly unknown[] }>> = {
  'enforce-hyok': { value: false, same: [false] },
  'max-ttl-enabled': { value: false, same: [false] },
  'owners-team-saml-role-id': { value: '', same: ['', null] },
};

export function unenforcedShown(words: Vocabulary): Readonly<Record<string, Shown<unknown>>> {
  if (!words.behaviour.hasCompatAttributes) return {};
  return Object.fromEntries(
    Object.entries(unenforced).map(([name, { value }]) => [
      name,
      typeof value === 'string' ? shown(Type.String(), () => value) : shown(Type.Boolean(), () => value),
    ]),
  );
}

/** The problems of settings that nothing would enforce. They are refused, so that nobody relies on them. */
export function unenforcedProblems(attributes: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(unenforced).flatMap(([name, { value, same }]) =>
    !Object.hasOwn(attributes, name) || same.includes(attributes[name])
      ? []
      : [
          attributeProblem(
            name,
            `${sentenceCase(name)} cannot be enforced here; it can only be ${JSON.stringify(value)}`,
          ),
        ],
  );
}
