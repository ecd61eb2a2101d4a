// Forms that add an override of a parameter and change its value.
import { NativeSelect, TextInput } from '@mantine/core';
import { ApiFailure } from '../../../../client/failure.ts';
import {
  createOverride,
  type Parameter,
  type ParameterOverride,
  readOverride,
  updateOverride,
} from '../../api/parameters.ts';
import { reference } from '../../api/query.ts';
import { refresh } from '../../api/refresh.ts';
import type { ApiForm } from '../../components/api-form.tsx';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { useSharedForm } from '../../components/changed-elsewhere.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useSetParams } from './frame.tsx';
import { ValueField, valueToSend } from './parameter-value.tsx';
import { useAskingAboutValue } from './question.ts';

interface OverrideFields extends Record<string, unknown> {
  kind: 'workspace' | 'tag' | 'project';
  workspace: string | null;
  project: string | null;
  'tag-key': string;
  'tag-value': string;
  value: string;
}

const nothing: OverrideFields = {
  kind: 'workspace',
  workspace: null,
  project: null,
  'tag-key': '',
  'tag-value': '',
  value: '',
};

type Form = ApiForm<OverrideFields>['form'];

const Places = ({ form, kind }: { readonly form: Form; readonly kind: 'workspace' | 'project' }) => (
  <CandidateSelect
    {...form.field(kind, kind === 'workspace' ? 'Workspace' : 'Project')}
    organization={useSetParams().organization}
    members={`${kind}s`}
    required
    none={`No ${kind} has this name.`}
  />
);

/** Fields that select the workspace, project or tag to which an override applies. */
const PlaceFields = ({ form }: { readonly form: Form }) => {
  const { kind } = form.getValues();
  return (
    <>
      <NativeSelect
        {...form.field('kind', 'The override applies to')}
        data={[
          { value: 'workspace', label: 'a workspace' },
          { value: 'tag', label: 'the workspaces with a tag' },
          { value: 'project', label: 'the workspaces of a project' },
        ]}
        data-autofocus
      />
      {kind === 'tag' ? (
        <>
          <TextInput {...form.field('tag-key', 'Tag')} required maxLength={128} spellCheck={false} />
          <TextInput {...form.field('tag-value', 'Value of the tag (empty: any)')} maxLength={256} spellCheck={false} />
        </>
      ) : (
        <Places key={kind} form={form} kind={kind} />
      )}
    </>
  );
};

/** Returns the chosen workspace or project. Throws a validation error if the user has not chosen one. */
function chosen(kind: 'workspace' | 'project', id: string | null): string {
  if (id !== null) return id;
  throw new ApiFailure(422, [{ detail: `Choose the ${kind}.`, pointer: `/data/relationships/${kind}` }]);
}

/** Returns the attributes and relationships of a new override. */
function inputFrom({ kind, workspace, project, value, ...tag }: OverrideFields) {
  if (kind === 'tag') {
    const { 'tag-key': key, 'tag-value': tagValue } = tag;
    return { attributes: { value, 'tag-key': key, 'tag-value': tagValue === '' ? null : tagValue } };
  }
  const place =
    kind === 'workspace'
      ? { workspace: reference('workspaces', chosen(kind, workspace)) }
      : { project: reference('projects', chosen(kind, project)) };
  return { attributes: { value }, relationships: place };
}

interface FormProps {
  readonly set: string;
  readonly parameter: Parameter;
  readonly onClose: () => void;
}

/** Refreshes the list after an override was saved, and closes the dialog. */
async function done({ set, onClose }: FormProps): Promise<void> {
  notifyDone('The override was saved.');
  await refresh('parameters', set);
  onClose();
}

export function NewOverride(props: FormProps) {
  const { set, parameter, onClose } = props;
  const ask = useAskingAboutValue(set);
  const state = useApiForm(nothing, async (values) => {
    const input = inputFrom(values);
    await ask(parameter.attributes.key);
    await createOverride(set, parameter.id, input);
    await done(props);
  });
  return (
    <ApiFormView state={state} act="Add the override" refused="Not added" onCancel={onClose}>
      <PlaceFields form={state.form} />
      <ValueField form={state.form} isKept={false} />
    </ApiFormView>
  );
}

export function ChangeOverride({ override, ...props }: FormProps & { readonly override: ParameterOverride }) {
  const { set, parameter, onClose } = props;
  const ask = useAskingAboutValue(set);
  const { state, notice } = useSharedForm<{ value: string }>({
    opened: { value: override.attributes.value ?? '' },
    read: async () => {
      const { data, etag } = await readOverride(set, parameter.id, override.id);
      return { data: { value: data.data.attributes.value ?? '' }, etag };
    },
    save: async ({ value }, { data: before, etag }) => {
      if (value !== before.value) await ask(parameter.attributes.key);
      const attributes = valueToSend(value, override.attributes.sensitive);
      const { data } = await updateOverride(set, parameter.id, override.id, attributes, etag);
      await done(props);
      return { value: data.attributes.value ?? '' };
    },
  });
  return (
    <ApiFormView state={state} act="Save" onCancel={onClose}>
      {notice}
      <ValueField form={state.form} isKept={override.attributes.sensitive} />
    </ApiFormView>
  );
}
