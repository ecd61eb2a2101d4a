// The form that exempts one resource from the policy of a finding, with the scope filled in.
import { Alert, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createExemption, createExemptionInSet, type ExemptionInput, refreshExemptions } from '../../api/exemptions.ts';
import type { Finding } from '../../api/findings.ts';
import { ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { closeDialog } from '../../components/dialog-store.ts';
import { type EndDraft, EndFields, endOf, type ReasonDraft, ReasonFields } from '../../components/exemption-fields.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { t } from '../../texts/evaluations.ts';
import { not } from '../../texts/refusals.ts';

/** Workspace of an evaluation. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
}

interface Draft extends EndDraft, ReasonDraft {
  workspace: string;
}

/** A policy of the organization has exemptions of its own; one that comes in versions is known by its name in the set. */
const isOwn = (policy: string): boolean => policy.startsWith('pol-');

const exempt = ({ attributes: { policy, 'policy-set': set } }: Finding, input: ExemptionInput) =>
  isOwn(policy.id) ? createExemption(policy.id, input) : createExemptionInSet(set.id, policy.name, input);

interface ExemptFormProps {
  readonly finding: Finding;
  /** Absent for a plan without a workspace. */
  readonly workspace?: Workspace | undefined;
  /** False where the policy cannot be overridden in its set, and the person manages no policies. */
  readonly isInEffect: boolean;
}

export function ExemptForm({ finding, workspace, isInEffect }: ExemptFormProps) {
  const queryClient = useQueryClient();
  const { address, policy, 'policy-set': set } = finding.attributes;
  const initial: Draft = {
    reason: '',
    owner: '',
    'expires-at': '',
    isEndless: false,
    workspace: workspace?.id ?? '',
  };
  const state = useApiForm(initial, async (draft) => {
    const { reason, owner } = draft;
    const scope = { workspace: draft.workspace === '' ? null : draft.workspace, 'resource-address': address };
    await exempt(finding, { reason, owner, ...scope, 'expires-at': endOf(draft) });
    await refreshExemptions(queryClient, policy.id);
  });
  const done = () => {
    notifyDone(isInEffect ? t.exempted : t.exemptedInVain(policy.name, set.name));
    closeDialog();
  };
  return (
    <ApiFormView state={state} act={t.exemptResource} refused={not.created} onDone={done} onCancel={closeDialog}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t.exemptFrom(address ?? '', policy.name)}
      </Text>
      {!isInEffect && (
        <Alert color="yellow" title={t.inVain}>
          {t.inVainBecause(policy.name, set.name)}
        </Alert>
      )}
      <ReasonFields form={state.form} />
      {workspace !== undefined && (
        <NativeSelect
          {...field(state.form, 'workspace', t.workspace)}
          data={[
            { value: workspace.id, label: t.onlyWorkspace(workspace.name) },
            { value: '', label: t.everyWorkspace },
          ]}
        />
      )}
      <EndFields form={state.form} />
    </ApiFormView>
  );
}
