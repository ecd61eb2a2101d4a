// Form for creating a project.
import { TextInput } from '@mantine/core';
import { refresh } from '../../api/refresh.ts';
import { createProject } from '../../api/workspaces.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { notifyDone } from '../../components/notify.tsx';

interface NewProjectProps {
  readonly organization: string;
  readonly onClose: () => void;
}

export function NewProject({ organization, onClose }: NewProjectProps) {
  const state = useApiForm({ name: '', description: '' }, async (attributes) => {
    await createProject(organization, { attributes });
    notifyDone(`The project ${attributes.name} was created.`);
    await refresh('projects');
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Create the project" refused="Not created" onDone={onClose} onCancel={onClose}>
      <TextInput
        {...form.field('name', 'Name')}
        description="Letters, numbers, -, _ and spaces. No space at the start or end."
        required
        maxLength={255}
        data-autofocus
      />
      <TextInput {...form.field('description', 'Description')} />
    </ApiFormView>
  );
}
