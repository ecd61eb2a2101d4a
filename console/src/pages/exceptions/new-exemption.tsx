// The form of a new exemption: from the policy of a page, or from one that the person chooses.
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../../../client/failure.ts';
import { createExemption } from '../../api/exemptions.ts';
import { reference } from '../../api/query.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { type EndDraft, EndFields, endOf, type ReasonDraft, ReasonFields } from '../../components/exemption-fields.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { t } from '../../texts/exemptions.ts';
import { not } from '../../texts/refusals.ts';

interface Draft extends EndDraft, ReasonDraft {
  policy: string | null;
  workspace: string | null;
  'resource-address': string;
}

interface NewExemptionProps {
  readonly organization: string;
  /** Absent where the person chooses it. */
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
    {...field(form, 'policy', t.policy, t.policyHint)}
    organization={organization}
    members="policies"
    required
    none={t.policyNone}
  />
);

/** The workspace and the resource that are exempt. */
const ScopeFields = ({ organization, form }: FieldsProps) => (
  <>
    <CandidateSelect
      {...field(form, 'workspace', t.workspace, t.workspaceHint)}
      organization={organization}
      members="workspaces"
      clearable
      none={t.workspaceNone}
    />
    <TextInput {...field(form, 'resource-address', t.resource, t.resourceHint)} maxLength={1_024} spellCheck={false} />
  </>
);

export function NewExemption({ organization, policy, onClose }: NewExemptionProps) {
  const queryClient = useQueryClient();
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
    await createExemption(chosen(draft.policy), {
      attributes: { reason, owner, 'resource-address': address === '' ? null : address, 'expires-at': endOf(draft) },
      relationships: workspace === null ? {} : { workspace: reference('workspaces', workspace) },
    });
    await refresh(queryClient, 'exemptions');
  });
  const { form } = state;
  const done = () => {
    notifyDone(t.added);
    onClose();
  };
  return (
    <ApiFormView state={state} act={t.add} refused={not.created} onDone={done} onCancel={onClose}>
      {policy === undefined && <PolicyField organization={organization} form={form} />}
      <ReasonFields form={form} />
      <ScopeFields organization={organization} form={form} />
      <EndFields form={form} />
    </ApiFormView>
  );
}

/** The policy; refused where the person chose none. */
function chosen(policy: string | null): string {
  if (policy !== null) return policy;
  throw new ApiFailure(422, [{ detail: t.needsPolicy, pointer: '/data/attributes/policy' }]);
}
