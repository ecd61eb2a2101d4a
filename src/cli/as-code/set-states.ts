// Reads from declared or existing records the state that decides whether a policy set blocks plans, and which plans an
// organization refuses.
import { blocksPlans, type Enforcement, type OrganizationState, type SetState } from '../../../client/tightening.ts';
import { unknownValueSettings } from '../../kernel/unknown-values.ts';
import { type KindName, keyOf, type RecordName, type RecordValues, textsOf } from './model.ts';
import { selectorsOf } from './records/policy-sets.ts';

/** Values of records by their keys. */
export type ValuesByKey = ReadonlyMap<string, RecordValues>;

export const valuesByKey = (records: readonly (RecordName & { readonly values: RecordValues })[]): ValuesByKey =>
  new Map(records.map((each) => [keyOf(each), each.values]));

export const enforcementIn = (values: RecordValues): Enforcement => ({
  'enforcement-level': String(values['enforcement-level']),
  introduction: String(values.introduction ?? 'enforce'),
});

const unknownValuesIn = (values: RecordValues) =>
  unknownValueSettings.find((each) => each === values['unknown-values']) ?? 'notice';

/** Returns the settings of an organization with these values. */
export const organizationStateOf = (values: RecordValues): OrganizationState => ({
  'evaluated-policies-required': values['evaluated-policies-required'] === true,
  'complete-plans-required': values['complete-plans-required'] === true,
  'evaluation-workspace-required': values['evaluation-workspace-required'] === true,
  'unknown-values': unknownValuesIn(values),
});

/** Placeholder for the policies of a set with versions. Their names are not known. */
const policiesInFiles = ['policies in files'];

/**
 * Returns the state of a policy set with these values. Its lists contain names. A policy that `policies` does not
 * contain is assumed to block plans.
 */
export function stateOf(
  { path: [organization = ''] }: RecordName,
  values: RecordValues,
  policies: ValuesByKey,
): SetState {
  const kind: KindName = 'policy';
  const isBlocking = (name: string): boolean => {
    const policy = policies.get(keyOf({ kind, path: [organization, name] }));
    return policy === undefined || blocksPlans(enforcementIn(policy));
  };
  const hasFiles = values.versioned === true || Object.keys(Object(values.files)).length > 0;
  return {
    shadow: values.shadow === true,
    global: values.global === true,
    input: typeof values.input === 'string' ? values.input : null,
    'unknown-values': unknownValuesIn(values),
    'tag-selectors': selectorsOf(values['tag-selectors']),
    'tag-selector-matching-logic': values['tag-selector-matching-logic'] === 'all' ? 'all' : 'any',
    policies: hasFiles ? policiesInFiles : textsOf(values.policies).filter(isBlocking),
    workspaces: textsOf(values.workspaces),
    projects: textsOf(values.projects),
    'workspace-exclusions': textsOf(values['workspace-exclusions']),
    'project-exclusions': textsOf(values['project-exclusions']),
  };
}
