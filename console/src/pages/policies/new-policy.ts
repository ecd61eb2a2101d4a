// Creates a policy with its code, tests and scope. If a request fails, everything is undone.
import { ApiFailure } from '../../../../client/failure.ts';
import { createPolicy, deletePolicy, type Kind, uploadCode } from '../../api/policies.ts';
import { createPolicySet } from '../../api/policy-sets.ts';
import { uploadTests } from '../../api/policy-tests.ts';
import { references } from '../../api/query.ts';
import type { PolicyFields } from './fields.tsx';

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

const createSet = async (organization: string, id: string, policy: NewPolicy): Promise<void> => {
  const { scope, name, kind, projects, 'set-name': setName, 'tag-selectors': key, 'tag-value': value } = policy;
  const selector = { 'tag-key': key, 'tag-value': value === '' ? null : value, 'is-exclude': false };
  const attributes = {
    name: setName === '' ? name : setName,
    kind,
    description: '',
    global: scope === 'all',
    overridable: true,
    shadow: false,
    input: null,
    ...(scope === 'tag' && { 'tag-selectors': [selector] }),
  };
  const relationships = {
    policies: references('policies', [id]),
    projects: references('projects', scope === 'project' && projects !== null ? [projects] : []),
  };
  await createPolicySet(organization, { attributes, relationships }).catch((error: unknown) => {
    throw ofSet(error);
  });
};

/**
 * Creates a policy with its code, tests and scope, and returns the policy's identifier. If a later request fails, the
 * policy is deleted again.
 */
export async function createPolicyWithScope(organization: string, policy: NewPolicy): Promise<string> {
  const { name, kind, query, description, introduction, input, scope, code, tests, 'policy-sets': set } = policy;
  const attributes = {
    name,
    kind,
    description,
    introduction,
    'enforcement-level': policy['enforcement-level'],
    ...(kind === 'opa' && { query }),
    input: input === '' ? null : input,
  };
  const relationships = { 'policy-sets': references('policy-sets', scope === 'set' && set !== null ? [set] : []) };
  const { id } = (await createPolicy(organization, { attributes, relationships })).data;
  try {
    if (code !== '') await uploadCode(id, { content: code });
    if (tests !== undefined) await uploadTests(id, { content: tests });
    if (scope === 'all' || scope === 'tag' || scope === 'project') await createSet(organization, id, policy);
  } catch (error) {
    await deletePolicy(id);
    throw error;
  }
  return id;
}
