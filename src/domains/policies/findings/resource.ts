import { Type } from 'typebox';
import { withExplanation } from '../../../effects/policy-engine/new-sentence.ts';
import type { Meta } from '../../../http/reply.ts';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { resource, shown, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, NullableString } from '../../../jsonapi/schema.ts';
import { allLevels, allowsOverride } from '../../../kernel/enforcement-levels.ts';
import type { Page } from '../../../kernel/page.ts';
import { shortened, visible } from '../../../lib/text/text.ts';
import { moduleOf } from '../../../protocols/policy-output/resource-address.ts';
import { severities } from '../../../protocols/policy-output/severity.ts';
import { newReasonSchema } from '../evaluations/resource.ts';
import type { blockedBy, countsOf } from './counts.ts';
import type { Finding } from './findings.ts';
import { findingStatuses } from './stored-outcome.ts';

/** Maximum length of each text in a finding, in characters. */
const maxText = 1_000;

/** Shortens a text that comes from the author of a policy or plan, and replaces terminal control characters in it. */
const textOf = (text: string): string =>
  visible(shortened(text, maxText).replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' '));

const textOrNull = (text: string | undefined): string | null => (text === undefined ? null : textOf(text));

const exemptionSchema = Exactly({
  id: Type.String(),
  reason: Type.String(),
  owner: Type.String(),
  'expires-at': Nullable(Type.String()),
});

const approvalSchema = Exactly({
  id: Type.String(),
  by: creatorSchema,
  comment: Type.String(),
  'expires-at': Type.String(),
});

const approvalIn = ({ approval }: Finding) =>
  approval === undefined
    ? null
    : { id: approval.id, by: creatorOf(approval.by), comment: approval.comment, 'expires-at': approval.expires_at };

const exemptionIn = ({ exemption }: Finding) =>
  exemption === undefined
    ? null
    : {
        id: exemption.id,
        reason: exemption.reason,
        owner: exemption.owner,
        'expires-at': exemption.expires_at,
      };

const policy = shownObject<Finding>({
  id: shown(Type.String(), ({ outcome }) => outcome.policy_id),
  name: shown(Type.String(), ({ outcome }) => outcome.policy_name),
  revision: shown(Nullable(Type.Integer()), ({ outcome }) => outcome.policy_revision),
  description: shown(Type.String(), ({ outcome }) => outcome.description),
  'output-count': shown(Type.Integer(), ({ outcome }) => outcome.output_count),
  'old-output-count': shown(Type.Integer(), ({ outcome }) => outcome.old_output_count),
});

const policySet = shownObject<Finding>({
  id: shown(Type.String(), ({ outcome }) => outcome.set.policy_set_id),
  name: shown(Type.String(), ({ outcome }) => outcome.set.policy_set_name),
});

const relatedResources = Type.Array(Exactly({ ref: Type.String(), description: Type.String() }));

/** Attributes of a finding that the policy reports. */
type Facts = Pick<Finding, 'address' | 'message' | 'attribute' | 'severity' | 'fix'>;

const facts = {
  address: shown(NullableString(), ({ address }: Facts) => address ?? null),
  message: shown(Type.String(), ({ message }: Facts) => textOf(message)),
  attribute: shown(NullableString(), ({ attribute }: Facts) => textOrNull(attribute)),
  severity: shown(Nullable(Type.Enum([...severities])), ({ severity }: Facts) => severity ?? null),
  fix: shown(NullableString(), ({ fix }: Facts) => textOrNull(fix)),
};

/** The same attributes for a member of a policy's output that is not stored as a finding. */
export const factsShown = shownObject<Facts>(facts);

/** A finding, in the same form for every policy. */
export const findingResource = resource<Finding>({
  type: 'policy-findings',
  attributes: {
    ...facts,
    module: shown(Nullable(Type.String()), ({ address = '' }) => moduleOf(address) ?? null),
    status: shown(Type.Enum([...findingStatuses]), ({ outcome }) => outcome.status),
    'enforcement-level': shown(Type.String(), ({ outcome }) => outcome.enforcement_level),
    blocking: shown(Type.Boolean(), ({ blocking }) => blocking),
    overridable: shown(Type.Boolean(), ({ outcome }) => allowsOverride(outcome.set, outcome.enforcement_level)),
    shadow: shown(Type.Boolean(), ({ outcome }) => outcome.introduction === 'shadow'),
    exempt: shown(Type.Boolean(), ({ exempt }) => exempt),
    exemption: shown(Nullable(exemptionSchema), exemptionIn),
    approval: shown(Nullable(approvalSchema), approvalIn),
    old: shown(Type.Boolean(), ({ old }) => old),
    'new-reason': shown(
      Type.Optional(newReasonSchema),
      ({ newReason: reason }) => reason && { ...withExplanation(reason), names: [...reason.names] },
    ),
    policy,
    'policy-set': policySet,
    'related-resources': shown(relatedResources, ({ outcome }) => outcome.metadata?.related_resources ?? []),
  },
  relationships: {
    'policy-set-outcome': { to: 'policy-set-outcomes', one: ({ outcome }) => outcome.set.id },
  },
});

/** A page of findings, and the counts of all findings. */
export interface FindingPage extends Page<Finding> {
  readonly counts: ReturnType<typeof countsOf>;
  readonly blocked: ReturnType<typeof blockedBy>;
}

const numbersOf = (keys: readonly string[]) => Exactly(Object.fromEntries(keys.map((key) => [key, Type.Integer()])));

export const findingsMeta: Meta<FindingPage> = {
  members: {
    counts: Exactly({
      findings: Type.Integer(),
      blocking: Type.Integer(),
      old: Type.Integer(),
      status: numbersOf(findingStatuses),
      level: numbersOf(allLevels),
      severity: numbersOf([...severities, 'none']),
    }),
    blocked: Exactly({ changes: Type.Integer(), policies: Type.Integer() }),
  },
  read: ({ counts, blocked }) => ({ counts, blocked }),
};
