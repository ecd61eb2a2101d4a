// Digests of the inputs of an evaluation: the plan, and the input form, parameters and code of each policy. They are
// used to compare the evaluation with a later one of the same workspace. All digests depend on a key of the instance
// and the workspace, so that nobody can guess values from a copy of the database.
import { createHmac } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { NewRow } from '../../../db/tables.ts';
import type { PlanDigests } from '../../../effects/policy-engine/answers.ts';
import {
  digestOfSource,
  type PolicyParameters,
  type PolicySource,
} from '../../../effects/policy-engine/policy-code.ts';
import type { EvaluationRow } from './store.ts';
import type { PolicyWithKey } from './verdicts.ts';

/** Stored digests of an evaluation. */
export type DigestColumns = Omit<NewRow<'policy_evaluation_digests'>, 'evaluation_id'>;

/** A policy set with the policies with which a plan is evaluated. */
interface EvaluatedSet {
  readonly id: string;
  /** Current version of the set; null if the set has no versions. */
  readonly version: string | null;
  readonly policies: readonly {
    readonly id: string;
    /** Key by which the policy's verdict and the digest of its code are found. */
    readonly key: string;
    readonly form: string;
    readonly parameters: PolicyParameters | undefined;
  }[];
}

/** Digests of a policy's input form, parameters and code. The digest of the code is empty if the code was not read. */
export interface PolicyDigests {
  readonly form: string;
  readonly parameters: string;
  readonly code: string;
}

/** Digests of the policies of one set, by policy identifier. */
export interface SetDigests {
  readonly version: string | null;
  readonly policies: Readonly<Record<string, PolicyDigests>>;
}

/** Length of a policy's digests in characters of base64url. They have at least 64 bits. */
const shortLength = 11;

/** Length of the digest of an address in bytes, as in `PlanDigests`. */
const addressLength = 8;

/** Key for the digests of a workspace, and the identifier of the encryption key from which it is derived. */
export interface DigestKey {
  readonly keyId: string;
  readonly bytes: Buffer;
}

export function digestKeyOf({ vault }: Pick<Context, 'vault'>, workspace: string): DigestKey {
  const [keyId = '', key = ''] = vault.sign('plan digest', workspace).split('.');
  return { keyId, bytes: Buffer.from(key, 'base64url') };
}

/** Returns the digest of a resource's address. It equals the digest of the address in the digests of a plan. */
export const addressDigest = ({ bytes }: DigestKey, address: string): string =>
  createHmac('sha256', bytes).update(address).digest().subarray(0, addressLength).toString('hex');

/**
 * Returns functions that determine the digests of one evaluation. An evaluation has digests only if it can be compared
 * with others: it evaluates a plan of a registered workspace with all policy sets that apply.
 */
export function newDigests(
  context: Pick<Context, 'vault'>,
  { scope, source, workspace_id: workspace }: Pick<EvaluationRow, 'scope' | 'source' | 'workspace_id'>,
) {
  const key =
    workspace !== null && scope === 'organization' && source === 'plan' ? digestKeyOf(context, workspace) : undefined;
  const codes = new Map<string, string>();
  const digestOf = (text: string): string =>
    createHmac('sha256', key?.bytes ?? '')
      .update(text)
      .digest('base64url')
      .slice(0, shortLength);
  return {
    options: key === undefined ? {} : { digestKey: key.bytes },
    /**
     * Wraps a function that reads the source of a policy. The wrapper also computes the digest of the policy's code,
     * which `columns` needs.
     */
    noting:
      <Policy extends PolicyWithKey>(read: (policy: Policy) => Promise<PolicySource>) =>
      async (policy: Policy): Promise<PolicySource> => {
        const source = await read(policy);
        const { code, file = null } = source;
        if (key !== undefined) codes.set(policy.key, digestOf(digestOfSource({ code, file, query: '' })));
        return source;
      },
    /** Returns the columns to store; undefined if the evaluation cannot be compared. */
    columns: (plan: PlanDigests | undefined, sets: readonly EvaluatedSet[]): DigestColumns | undefined => {
      if (key === undefined) return undefined;
      const ofSets = sets.map(({ id, version, policies }): readonly [string, SetDigests] => {
        const digests = policies.map((policy): readonly [string, PolicyDigests] => [
          policy.id,
          {
            form: policy.form,
            parameters: digestOf(JSON.stringify(policy.parameters ?? {})),
            code: codes.get(policy.key) ?? '',
          },
        ]);
        return [id, { version, policies: Object.fromEntries(digests) }];
      });
      return {
        key_id: key.keyId,
        plan: plan?.plan ?? null,
        resources: plan?.resources ?? null,
        policies: JSON.stringify(Object.fromEntries(ofSets)),
      };
    },
  };
}
