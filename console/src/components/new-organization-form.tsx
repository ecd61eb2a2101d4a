// Form for creating an organization.
import { Checkbox, TextInput } from '@mantine/core';
import { createOrganization } from '../api/organizations.ts';
import { ApiFormView, useApiForm } from './api-form.tsx';

interface NewOrganizationFormProps {
  /** Initial value of the e-mail address. */
  readonly email?: string;
  /** Called with the name of the created organization. */
  readonly onCreated: (name: string) => unknown;
  readonly onCancel?: () => unknown;
}

export function NewOrganizationForm({ email = '', onCreated, ...rest }: NewOrganizationFormProps) {
  const initial = { name: '', email, refusesErrors: true };
  const state = useApiForm(initial, ({ refusesErrors, ...values }) =>
    createOrganization({ ...values, 'policy-upload-check': refusesErrors ? 'enforce' : 'report' }),
  );
  const { form } = state;
  return (
    <ApiFormView
      state={state}
      act="Create an organization"
      refused="Not created"
      onDone={() => onCreated(form.getValues().name)}
      {...rest}
    >
      <TextInput
        {...form.field('name', 'Name')}
        description="Letters, numbers, - and _. The name is part of URLs."
        required
      />
      <TextInput
        {...form.field('email', 'Notification e-mail')}
        description="Mails about the organization are sent to this address."
        type="email"
        required
        autoComplete="email"
      />
      <Checkbox
        {...form.flag('refusesErrors', 'Refuse policy code with errors')}
        description="Code with errors cannot be uploaded, so that it never blocks plans. The settings of the organization can change this."
      />
    </ApiFormView>
  );
}
