import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { createPolicy, type Kind, levelsOf, refreshPolicies } from '../../api/policies.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../texts/policies.ts';
import { not } from '../../texts/refusals.ts';
import { Fields, type PolicyFields } from './fields.tsx';
import { kindOptions } from './labels.tsx';

const route = getRouteApi('/app/organizations/$organization/policies/new');

interface NewPolicyFields extends PolicyFields {
  name: string;
  kind: Kind;
}

const initial: NewPolicyFields = {
  name: '',
  kind: 'opa',
  query: '',
  'enforcement-level': 'advisory',
  description: '',
  shadow: false,
  input: '',
};

/** The query that the sample of the editor answers. */
const queryFor = (name: string): string => `data.${name.replaceAll('-', '_')}.deny`;

export function NewPolicy() {
  const { organization } = route.useParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const created = useRef('');
  const state = useApiForm(initial, async ({ query, input, ...rest }) => {
    const own = rest.kind === 'opa' ? { query: query === '' ? queryFor(rest.name) : query } : {};
    created.current = (
      await createPolicy(organization, { ...rest, ...own, input: input === '' ? null : input })
    ).data.id;
  });
  const { form } = state;
  const { kind, name } = form.getValues();
  const open = async () => {
    notifyDone(t.created(name));
    await refreshPolicies(queryClient);
    const params = { organization, policy: created.current };
    await navigate({ to: '/app/organizations/$organization/policies/$policy', params });
  };
  const choose = (next: string) => {
    const chosen: Kind = next === 'native' ? 'native' : 'opa';
    form.setValues({ kind: chosen, 'enforcement-level': levelsOf[chosen].at(-1) ?? 'advisory' });
  };
  const list = { to: '/app/organizations/$organization/policies', params: { organization } } as const;
  return (
    <Page title={t.create} intro={t.createIntro} trail={<PageLink {...list}>{t.title}</PageLink>}>
      <ApiFormView state={state} act={t.create} refused={not.created} onDone={open} onCancel={() => navigate(list)}>
        <TextInput
          label={t.name}
          description={t.nameHint}
          required
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={t.kind}
          description={t.kindHint}
          data={kindOptions()}
          value={kind}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <Fields form={form} kind={kind} />
      </ApiFormView>
    </Page>
  );
}
