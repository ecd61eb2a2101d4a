// Creates a policy with its code, tests and scope. If a request fails, everything is undone.
import { ApiFailure } from '../../../../client/failure.ts';
import { blocksPlans } from '../../../../client/tightening.ts';
import { createPolicy, deletePolicy, type Kind, uploadCode } from '../../api/policies.ts';
import { addSelectors } from '../../api/policy-set-scope.ts';
import {
  createPolicySet,
  deletePolicySet,
  membersOfSet,
  type PolicySet,
  policySetQuery,
  updatePolicySet,
} from '../../api/policy-sets.ts';
import { uploadTests } from '../../api/policy-tests.ts';
import { references } from '../../api/query.ts';
import { queryClient } from '../../api/query-client.ts';
import { projectQuery } from '../../api/workspaces.ts';
import type { ReplayShown } from '../../components/blocking-question/ask.tsx';
import { askAboutSet, type SetChange } from '../policy-sets/question.ts';
import { additionTo, changeOfSettings, changeOfTags } from '../policy-sets/set-changes.ts';
import { countErrors } from './draft.ts';
import type { PolicyFields } from './fields.tsx';
import { askAboutCode } from './question.ts';

/** Scope that the user chose. Empty before the choice. */
type Scope = '' | 'all' | 'tag' | 'project' | 'set' | 'none';

/**
 * Values of the form. The fields are named after attributes and relationships, so that validation errors of the service
 * appear at the right field.
 */
export interface NewPolicyFields extends PolicyFields {
  name: string;
  kind: Kind;
  scope: Scope;
  /** Key of the tag. */
  'tag-selectors': string;
  /** Value of the tag. Empty to match any value. */
  'tag-value': string;
  projects: string | null;
  'policy-sets': string | null;
  /** Name of the new policy set. If empty, the set gets the name of the policy. */
  'set-name': string;
}

export interface NewPolicy extends NewPolicyFields {
  readonly code: string;
  readonly tests: string | undefined;
}

/**
 * Assigns an error about the policy set's name to the field `set-name`, because the field `name` contains the policy's
 * name.
 */
const ofSet = (error: unknown): unknown =>
  error instanceof ApiFailure
    ? new ApiFailure(
        error.status,
        error.problems.map((problem) => ({
          ...problem,
          ...(problem.pointer === '/data/attributes/name' && { pointer: '/data/attributes/set-name' }),
        })),
        { requestId: error.requestId },
      )
    : error;

/** Creates a policy set with the policy. The set applies to nothing yet. */
const createSet = (organization: string, id: string, policy: NewPolicy) => {
  const { name, kind, 'set-name': setName } = policy;
  const attributes = { name: setName === '' ? name : setName, kind, description: '', overridable: true };
  return createPolicySet(organization, { attributes, relationships: { policies: references('policies', [id]) } }).catch(
    (error: unknown) => {
      throw ofSet(error);
    },
  );
};

interface Created extends NewPolicy {
  readonly id: string;
}

interface ScopeChange {
  readonly described: SetChange;
  readonly make: (shown: ReplayShown | undefined) => Promise<unknown>;
}

/** Returns the change of the set that makes the new policy apply: a wider scope, or the addition of the policy. */
async function changeOfScope(set: PolicySet, policy: Created): Promise<ScopeChange> {
  const { scope, projects, 'tag-selectors': key, 'tag-value': value } = policy;
  if (scope === 'tag') {
    const selector = { 'tag-key': key, 'tag-value': value === '' ? null : value, 'is-exclude': false };
    return {
      described: changeOfTags(set, selector, 'added'),
      make: (shown) => addSelectors(set.id, { query: { ...shown }, body: { data: [selector] } }),
    };
  }
  if (scope === 'all') {
    return {
      described: changeOfSettings(set, { ...set.attributes, global: true }),
      make: (shown) => updatePolicySet(set.id, { global: true }, undefined, shown),
    };
  }
  const found = scope === 'project' ? await queryClient.fetchQuery(projectQuery(projects ?? '')) : undefined;
  const [members, member] =
    found === undefined
      ? (['policies', policy] as const)
      : (['projects', { id: found.project.id, name: found.project.attributes.name }] as const);
  return {
    described: additionTo(set, members, member),
    make: (shown) => membersOfSet(members).add(set.id, [member.id], shown),
  };
}

/** Makes the policy apply. If the user cancels or the request fails, a new set is deleted again. */
async function applyPolicy(organization: string, policy: Created): Promise<void> {
  const { scope, 'policy-sets': existing } = policy;
  if (scope === 'none' || scope === '') return;
  const isNew = scope !== 'set';
  const { data: set } = isNew
    ? await createSet(organization, policy.id, policy)
    : await queryClient.fetchQuery(policySetQuery(existing ?? ''));
  try {
    const { described, make } = await changeOfScope(set, policy);
    await make(blocksPlans(policy) ? await askAboutSet(organization, set, described) : undefined);
  } catch (error) {
    if (isNew) await deletePolicySet(set.id);
    throw error;
  }
}

/**
 * Creates a policy with its code, tests and scope, and returns the policy's identifier. Before a policy that blocks plans
 * applies to them, the user is asked. If the user cancels or a later request fails, the policy is deleted again.
 */
export async function createPolicyWithScope(organization: string, policy: NewPolicy): Promise<string> {
  const { name, kind, query, description, introduction, input, code, tests } = policy;
  const attributes = {
    name,
    kind,
    description,
    introduction,
    'enforcement-level': policy['enforcement-level'],
    ...(kind === 'opa' && { query }),
    input: input === '' ? null : input,
  };
  const { data } = await createPolicy(organization, { attributes, relationships: {} });
  const { id } = data;
  try {
    if (code !== '') {
      const errors = await countErrors(organization, data, code);
      const shown = errors > 0 ? await askAboutCode(organization, data, { errors, tried: { code } }) : undefined;
      await uploadCode(id, { query: { ...shown }, content: code });
    }
    if (tests !== undefined) await uploadTests(id, { content: tests });
    await applyPolicy(organization, { ...policy, id });
  } catch (error) {
    await deletePolicy(id);
    throw error;
  }
  return id;
}
