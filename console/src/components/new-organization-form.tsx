// The form that creates an organization.
import { TextInput } from '@mantine/core';
import { createOrganization } from '../api/organizations.ts';
import { t } from '../texts/organizations.ts';
import { not } from '../texts/refusals.ts';
import { ApiFormView, field, useApiForm } from './api-form.tsx';

interface NewOrganizationFormProps {
  /** The address that the field begins with. */
  readonly email?: string;
  /** After the organization of this name was created. */
  readonly onCreated: (name: string) => unknown;
  readonly onCancel?: () => unknown;
}

export function NewOrganizationForm({ email = '', onCreated, ...rest }: NewOrganizationFormProps) {
  const state = useApiForm({ name: '', email }, createOrganization);
  const { form } = state;
  return (
    <ApiFormView
      state={state}
      act={t.create}
      refused={not.created}
      onDone={() => onCreated(form.getValues().name)}
      {...rest}
    >
      <TextInput {...field(form, 'name', t.name, t.nameHint)} required />
      <TextInput {...field(form, 'email', t.email, t.emailHint)} type="email" required autoComplete="email" />
    </ApiFormView>
  );
}
