// Form for a new exemption. On the page of a policy, the exemption is from this policy. On other pages the user chooses
// the policy.
import { TextInput } from '@mantine/core';
import { ApiFailure } from '../../../../client/failure.ts';
import { createExemption } from '../../api/exemptions.ts';
import { reference } from '../../api/query.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { type EndDraft, EndFields, endOf, type ReasonDraft, ReasonFields } from '../../components/exemption-fields.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useRights } from './frame.tsx';

interface Draft extends EndDraft, ReasonDraft {
  policy: string | null;
  workspace: string | null;
  'resource-address': string;
}

interface NewExemptionProps {
  readonly organization: string;
  /** Identifier of the page's policy. If absent, the user chooses the policy. */
  readonly policy?: string;
  readonly onClose: () => void;
}

type Form = ReturnType<typeof useApiForm<Draft>>['form'];

interface FieldsProps {
  readonly organization: string;
  readonly form: Form;
}

const PolicyField = ({ organization, form }: FieldsProps) => (
  <CandidateSelect
    {...form.field('policy', 'Policy')}
    description="For a policy that belongs to a version of a policy set, grant the exemption on the page of an evaluation."
    organization={organization}
    members="policies"
    required
    none="No policy has this name."
  />
);

/** Fields for the workspace and the resource that are exempt. */
const ScopeFields = ({ organization, form }: FieldsProps) => (
  <>
    <CandidateSelect
      {...form.field('workspace', 'Workspace')}
      description="Leave empty for every workspace. An exemption without a workspace needs an address in the field “Resource”."
      organization={organization}
      members="workspaces"
      clearable
      none="No workspace has this name."
    />
    <TextInput
      {...form.field('resource-address', 'Resource')}
      description="Address of a resource, such as aws_s3_bucket.logs. Leave empty for all findings of the policy."
      maxLength={1_024}
      spellCheck={false}
    />
  </>
);

export function NewExemption({ organization, policy, onClose }: NewExemptionProps) {
  const { maxDays } = useRights();
  const initial: Draft = {
    policy: policy ?? null,
    reason: '',
    owner: '',
    workspace: null,
    'resource-address': '',
    'expires-at': '',
    isEndless: false,
  };
  const state = useApiForm(initial, async (draft) => {
    const { reason, owner, workspace, 'resource-address': address } = draft;
    const { data } = await createExemption(chosen(draft.policy), {
      attributes: {
        reason,
        owner,
        'resource-address': address === '' ? null : address,
        'expires-at': endOf(draft, maxDays),
      },
      relationships: workspace === null ? {} : { workspace: reference('workspaces', workspace) },
    });
    await refresh('exemptions');
    notifyDone(
      data.attributes.effective ? 'The exemption is active.' : 'The exemption is recorded, but it has no effect.',
    );
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Grant an exemption" refused="Not created" onDone={onClose} onCancel={onClose}>
      {policy === undefined && <PolicyField organization={organization} form={form} />}
      <ReasonFields form={form} />
      <ScopeFields organization={organization} form={form} />
      <EndFields form={form} max={maxDays} />
    </ApiFormView>
  );
}

/** Returns the chosen policy. Throws a validation error if the user has not chosen one. */
function chosen(policy: string | null): string {
  if (policy !== null) return policy;
  throw new ApiFailure(422, [{ detail: 'Choose the policy.', pointer: '/data/attributes/policy' }]);
}
