// Form for creating an organization.
import { TextInput } from '@mantine/core';
import { createOrganization } from '../api/organizations.ts';
import { ApiFormView, field, useApiForm } from './api-form.tsx';

interface NewOrganizationFormProps {
  /** Initial value of the e-mail address. */
  readonly email?: string;
  /** Called with the name of the created organization. */
  readonly onCreated: (name: string) => unknown;
  readonly onCancel?: () => unknown;
}

export function NewOrganizationForm({ email = '', onCreated, ...rest }: NewOrganizationFormProps) {
  const state = useApiForm({ name: '', email }, createOrganization);
  const { form } = state;
  return (
    <ApiFormView
      state={state}
      act="Create an organization"
      refused="Not created"
      onDone={() => onCreated(form.getValues().name)}
      {...rest}
    >
      <TextInput {...field(form, 'name', 'Name', 'Letters, numbers, - and _. The name is part of URLs.')} required />
      <TextInput
        {...field(form, 'email', 'Notification e-mail', 'Mails about the organization are sent to this address.')}
        type="email"
        required
        autoComplete="email"
      />
    </ApiFormView>
  );
}
