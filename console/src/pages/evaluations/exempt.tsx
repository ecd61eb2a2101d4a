// Exempts one resource from the policy of a finding, with the scope filled in.
import { Button, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { createExemption, createExemptionInSet, type ExemptionInput, refreshExemptions } from '../../api/exemptions.ts';
import type { Finding } from '../../api/findings.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { type EndDraft, EndFields, endOf, type ReasonDraft, ReasonFields } from '../../components/exemption-fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
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

interface ExemptProps {
  readonly finding: Finding;
  /** Absent for a plan without a workspace. */
  readonly workspace?: Workspace | undefined;
}

function ExemptForm({ finding, workspace, onClose }: ExemptProps & { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const { address, policy } = finding.attributes;
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
    notifyDone(t.exempted);
    onClose();
  };
  return (
    <ApiFormView state={state} act={t.exemptResource} refused={not.created} onDone={done} onCancel={onClose}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t.exemptFrom(address ?? '', policy.name)}
      </Text>
      <ReasonFields form={state.form} />
      {workspace !== undefined && (
        <NativeSelect
          label={t.workspace}
          data={[
            { value: workspace.id, label: t.onlyWorkspace(workspace.name) },
            { value: '', label: t.everyWorkspace },
          ]}
          {...state.form.getInputProps('workspace')}
        />
      )}
      <EndFields form={state.form} />
    </ApiFormView>
  );
}

/** Button that opens the form. Only for findings that name a resource: others are exempt on the page of the policy. */
export function Exempt({ finding, workspace }: ExemptProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { address, policy } = finding.attributes;
  const title = t.exemptFrom(address ?? '', policy.name);
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={title} onClick={open}>
        {t.exemptResource}
      </Button>
      <FormDialog title={t.exemptResource} isOpen={isOpen} onClose={close}>
        <ExemptForm finding={finding} workspace={workspace} onClose={close} />
      </FormDialog>
    </>
  );
}
