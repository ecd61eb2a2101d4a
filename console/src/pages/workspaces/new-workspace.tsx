// Form for registering a workspace.
import { Textarea, TextInput } from '@mantine/core';
import { reference } from '../../api/query.ts';
import { refresh } from '../../api/refresh.ts';
import { createWorkspace } from '../../api/workspaces.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { notifyDone } from '../../components/notify.tsx';

interface Draft extends Record<string, unknown> {
  name: string;
  project: string | null;
  /** Tags, one on each line. */
  'tag-bindings': string;
}

/** Parses tags from lines such as `tier=prod`. A line without `=` is a tag with an empty value. */
const tagsFrom = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', ...value] = line.split('=');
      return { type: 'tag-bindings', attributes: { key: key.trim(), value: value.join('=').trim() } } as const;
    });

interface NewWorkspaceProps {
  readonly organization: string;
  /**
   * Project of the workspace. The form then has no fields for the project and for tags, because people who can register
   * workspaces only in a project cannot set tags.
   */
  readonly inProject?: string;
  readonly onClose: () => void;
}

export function NewWorkspace({ organization, inProject, onClose }: NewWorkspaceProps) {
  const initial: Draft = { name: '', project: inProject ?? null, 'tag-bindings': '' };
  const state = useApiForm(initial, async ({ name, project, 'tag-bindings': tags }) => {
    await createWorkspace(organization, {
      attributes: { name },
      relationships: {
        ...(project !== null && { project: reference('projects', project) }),
        ...(inProject === undefined && { 'tag-bindings': { data: tagsFrom(tags) } }),
      },
    });
    notifyDone(`The workspace ${name} was registered.`);
    await refresh('workspaces');
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Register the workspace" refused="Not created" onDone={onClose} onCancel={onClose}>
      <TextInput
        {...form.field('name', 'Name')}
        description="Plans are sent with this name. Letters, numbers, - and _."
        required
        maxLength={255}
        data-autofocus
      />
      {inProject === undefined && (
        <>
          <CandidateSelect
            {...form.field('project', 'Project')}
            description="Leave empty to use the default project."
            organization={organization}
            members="projects"
            clearable
            none="No project has this name."
          />
          <Textarea
            {...form.field('tag-bindings', 'Tags')}
            description="One tag per line: a key and a value, for example tier=prod, or only a key."
            autosize
            minRows={2}
          />
        </>
      )}
    </ApiFormView>
  );
}
