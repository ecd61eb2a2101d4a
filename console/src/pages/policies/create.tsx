import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Kind, levelsOf } from '../../api/policies.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView } from '../../components/api-form.tsx';
import { CodeEditor } from '../../components/code/code.tsx';
import type { EditorHandle } from '../../components/code/editor.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { Dimmed } from '../../components/dimmed.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { useCheck, whyUnchecked } from './draft.ts';
import { Fields } from './fields.tsx';
import { kindOptions } from './labels.tsx';
import { errorsIn, Problems } from './problems.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { TemplateChoice } from './template-choice.tsx';
import type { TemplateName } from './templates.ts';
import { useWarningOfLoss } from './unsaved.ts';
import { type NewPolicyState, useNewPolicy } from './use-new-policy.ts';

const route = getRouteApi('/app/organizations/$organization/policies/new');

interface WritingProps {
  readonly state: NewPolicyState;
  readonly checking: ReturnType<typeof useCheck>;
  /** Reason why the code is not checked. Undefined if the code is checked. */
  readonly why: string | undefined;
}

const Templates = ({ state }: Pick<WritingProps, 'state'>) => {
  const { template, begin, isChanged } = state;
  const choose = (name: TemplateName) => {
    if (!isChanged) begin(name);
    else
      confirmAct({
        title: 'Start with another template?',
        body: 'Your code is replaced.',
        act: 'Replace the code',
        refused: 'Not changed',
        onConfirm: async () => begin(name),
      });
  };
  return <TemplateChoice chosen={template} onChoose={choose} />;
};

const Writing = ({ state, checking, why }: WritingProps) => {
  const { began, code, write, isWithTests, setWithTests } = state;
  const { kind } = state.form.getValues();
  const editor = useRef<EditorHandle>(null);
  return (
    <Stack>
      {kind === 'opa' && <Templates state={state} />}
      <CodeEditor label="Code of the new policy" value={code} onChange={write} check={checking.run} handle={editor} />
      {why === undefined ? (
        <Problems check={checking.check} onGoTo={(row, column) => editor.current?.goTo(row, column)} />
      ) : (
        <Dimmed>{why}</Dimmed>
      )}
      {kind === 'opa' && began.tests !== undefined && (
        <Checkbox
          label="Also save the tests of the template"
          description="The tests run each time code is uploaded."
          checked={isWithTests}
          onChange={({ currentTarget }) => setWithTests(currentTarget.checked)}
        />
      )}
    </Stack>
  );
};

/** Form fields below the code editor. */
const Details = ({ state, organization }: { readonly state: NewPolicyState; readonly organization: string }) => {
  const { form } = state;
  const { kind } = form.getValues();
  const choose = (next: string) => {
    const chosen: Kind = next === 'native' ? 'native' : 'opa';
    form.setValues({ kind: chosen, 'enforcement-level': levelsOf(chosen).at(-1) ?? 'advisory', 'policy-sets': null });
    state.write(chosen === 'opa' ? state.began.code : '');
  };
  return (
    <>
      <TextInput
        {...form.field('name', 'Name')}
        description="Letters, numbers, - and _. The name cannot be changed later."
        required
        spellCheck={false}
      />
      <NativeSelect
        label="Kind"
        description="The kind cannot be changed later."
        data={kindOptions}
        value={kind}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <Fields form={form} kind={kind} />
      <ScopeFields form={form} organization={organization} />
    </>
  );
};

export function NewPolicy() {
  const { organization } = route.useParams();
  const navigate = useNavigate();
  const state = useNewPolicy(organization);
  const [isDone, setDone] = useState(false);
  useWarningOfLoss(state.isChanged && !isDone);
  const { name, kind, query } = state.form.getValues();
  const checked = useMemo(() => ({ attributes: { kind, query } }), [kind, query]);
  const checking = useCheck(organization, checked);
  const why = whyUnchecked(checked, state.code);
  const open = async () => {
    flushSync(() => setDone(true));
    notifyDone(`The policy ${name} was created.`);
    await Promise.all([refresh('policies'), refresh('policy-sets')]);
    const params = { organization, policy: state.created.current };
    await navigate({ to: '/app/organizations/$organization/policies/$policy', params });
  };
  const list = { to: '/app/organizations/$organization/policies', params: { organization } } as const;
  return (
    <Page
      title="Create a policy"
      intro="Write the code and choose where the policy applies."
      trail={<PageLink {...list}>Policies</PageLink>}
    >
      <Writing state={state} checking={checking} why={why} />
      <ApiFormView
        state={state}
        act={why === undefined && errorsIn(checking.check) > 0 ? 'Create it with errors' : 'Create a policy'}
        refused="Not created"
        onDone={open}
        onCancel={() => navigate(list)}
      >
        <Details state={state} organization={organization} />
      </ApiFormView>
    </Page>
  );
}
