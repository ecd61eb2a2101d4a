// Exemptions from a policy: scope, reason, and end.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  changeExemptionEnd,
  createExemption,
  deleteExemption,
  type Exemption,
  exemptionsQuery,
  refreshExemptions,
} from '../../api/exemptions.ts';
import { exemptionList } from '../../api/list-specs.ts';
import type { Policy } from '../../api/policies.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { dayOf } from '../../components/day.ts';
import { type EndDraft, EndFields, endOf, type ReasonDraft, ReasonFields } from '../../components/exemption-fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { t as common } from '../../texts/common.ts';
import { t } from '../../texts/exemptions.ts';
import { not } from '../../texts/refusals.ts';
import { exemptionColumns, scopeOf } from './exemption-columns.tsx';
import { PolicyPage, usePolicyParams } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/exemptions');

interface Draft extends EndDraft, ReasonDraft {
  workspace: string | null;
  'resource-address': string;
}

const initial: Draft = {
  reason: '',
  owner: '',
  workspace: null,
  'resource-address': '',
  'expires-at': '',
  isEndless: false,
};

type Form = ReturnType<typeof useApiForm<Draft>>['form'];

const WorkspaceField = ({ form, organization }: { readonly form: Form; readonly organization: string }) => (
  <CandidateSelect
    organization={organization}
    members="workspaces"
    label={t.workspace}
    description={t.workspaceHint}
    clearable
    nothingFoundMessage={t.workspaceNone}
    {...form.getInputProps('workspace')}
  />
);

const NewExemption = ({ policy, onClose }: { readonly policy: Policy; readonly onClose: () => void }) => {
  const { organization } = usePolicyParams();
  const queryClient = useQueryClient();
  const state = useApiForm(initial, async (draft) => {
    const { reason, owner, workspace, 'resource-address': address } = draft;
    const input = { reason, owner, workspace, 'resource-address': address === '' ? null : address };
    await createExemption(policy.id, { ...input, 'expires-at': endOf(draft) });
    await refreshExemptions(queryClient, policy.id);
  });
  const { form } = state;
  const done = () => {
    notifyDone(t.added);
    onClose();
  };
  return (
    <ApiFormView state={state} act={t.add} refused={not.created} onDone={done} onCancel={onClose}>
      <ReasonFields form={form} />
      <WorkspaceField form={form} organization={organization} />
      <TextInput
        label={t.resource}
        description={t.resourceHint}
        maxLength={1_024}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('resource-address')}
      />
      <EndFields form={form} />
    </ApiFormView>
  );
};

const ChangeEnd = ({ exemption, onClose }: { readonly exemption: Exemption; readonly onClose: () => void }) => {
  const { id: policy } = usePolicyParams();
  const queryClient = useQueryClient();
  const { 'expires-at': end } = exemption.attributes;
  const opened: EndDraft = { 'expires-at': dayOf(end), isEndless: end === null };
  const state = useApiForm(opened, async (draft) => {
    await changeExemptionEnd(exemption.id, endOf(draft));
    await refreshExemptions(queryClient, policy);
  });
  const done = () => {
    notifyDone(t.endChanged);
    onClose();
  };
  return (
    <ApiFormView state={state} act={common.save} onDone={done} onCancel={onClose}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {scopeOf(exemption)}
      </Text>
      <EndFields form={state.form} />
    </ApiFormView>
  );
};

const ChangeEndButton = ({ exemption }: { readonly exemption: Exemption }) => {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={t.changeEndOf(scopeOf(exemption))} onClick={open}>
        {t.change}
      </Button>
      <FormDialog title={t.changeEnd} isOpen={isOpen} onClose={close}>
        <ChangeEnd exemption={exemption} onClose={close} />
      </FormDialog>
    </>
  );
};

const EndButton = ({ policy, exemption }: { readonly policy: Policy; readonly exemption: Exemption }) => {
  const queryClient = useQueryClient();
  const what = scopeOf(exemption);
  const confirmEnd = () =>
    confirmAct({
      title: t.endTitle(what),
      body: t.endBody,
      act: t.end,
      refused: not.ended,
      onConfirm: async () => {
        await deleteExemption(exemption.id);
        notifyDone(t.ended);
        await refreshExemptions(queryClient, policy.id);
      },
    });
  return (
    <Button size="compact-sm" variant="default" aria-label={t.endOf(what)} onClick={confirmEnd}>
      {t.end}
    </Button>
  );
};

const Exemptions = ({ policy }: { readonly policy: Policy }) => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(exemptionsQuery(policy.id, search));
  const [isAdding, { open, close }] = useDisclosure(false);
  return (
    <Section title={t.title} intro={t.intro} actions={<Button onClick={open}>{t.add}</Button>}>
      <Stack>
        <FormDialog title={t.add} isOpen={isAdding} onClose={close}>
          <NewExemption policy={policy} onClose={close} />
        </FormDialog>
        <ListView
          what={t.what}
          spec={exemptionList}
          search={search}
          onSearch={(next) => navigate({ search: next })}
          query={query}
          columns={exemptionColumns()}
          nameOf={scopeOf}
          empty={<Text c="dimmed">{t.none}</Text>}
          actions={(exemption) =>
            exemption.attributes.status === 'active' && (
              <>
                <ChangeEndButton exemption={exemption} />
                <EndButton policy={policy} exemption={exemption} />
              </>
            )
          }
        />
      </Stack>
    </Section>
  );
};

/** The exemptions from a policy. */
export function PolicyExemptions() {
  return <PolicyPage>{(policy) => <Exemptions key={policy.id} policy={policy} />}</PolicyPage>;
}
