import { NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Kind } from '../../api/policies.ts';
import { createPolicySet } from '../../api/policy-sets.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { kindOptions } from '../policies/labels.tsx';
import { Fields, type SetFields } from './fields.tsx';

const route = getRouteApi('/app/organizations/$organization/policy-sets/new');

interface NewSetFields extends SetFields {
  name: string;
  kind: Kind;
}

const initial: NewSetFields = {
  name: '',
  kind: 'opa',
  description: '',
  global: false,
  overridable: false,
  shadow: false,
  input: '',
  'unknown-values': 'notice',
};

export function NewPolicySet() {
  const { organization } = route.useParams();
  const navigate = useNavigate();
  const created = useRef('');
  const state = useApiForm(initial, async ({ input, ...values }) => {
    const attributes = { ...values, input: input === '' ? null : input };
    created.current = (await createPolicySet(organization, { attributes })).data.id;
  });
  const { form } = state;
  const open = async () => {
    notifyDone(`The policy set ${form.getValues().name} was created.`);
    await refresh('policy-sets');
    const params = { organization, set: created.current };
    await navigate({ to: '/app/organizations/$organization/policy-sets/$set', params });
  };
  const list = { to: '/app/organizations/$organization/policy-sets', params: { organization } } as const;
  return (
    <Page title="Create a policy set" trail={<PageLink {...list}>Policy sets</PageLink>}>
      <ApiFormView
        state={state}
        act="Create a policy set"
        refused="Not created"
        onDone={open}
        onCancel={() => navigate(list)}
      >
        <TextInput
          {...form.field('name', 'Name')}
          description="Letters, numbers, - and _."
          required
          spellCheck={false}
        />
        <NativeSelect
          {...form.field('kind', 'Kind')}
          description="The kind cannot be changed later."
          data={kindOptions}
        />
        <Fields form={form} />
      </ApiFormView>
    </Page>
  );
}
