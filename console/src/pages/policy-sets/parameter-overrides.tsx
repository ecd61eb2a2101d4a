// Overrides of a parameter. They are loaded when the user opens them.

import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { parameterOverrideList } from '../../api/list-specs.ts';
import { deleteOverride, overridesQuery, type Parameter, type ParameterOverride } from '../../api/parameters.ts';
import { refresh } from '../../api/refresh.ts';
import type { Column } from '../../components/data-table.tsx';
import { Dimmed } from '../../components/dimmed.tsx';
import { FormButton } from '../../components/form-button.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useLocalList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { ChangeOverride, NewOverride } from './override-forms.tsx';
import { ParameterValue } from './parameter-value.tsx';
import { confirmDeletion } from './question.ts';
import { tagName } from './scope.ts';

const placeOf = ({ workspace, project, attributes }: ParameterOverride): string => {
  if (workspace !== null) return `Workspace ${workspace}`;
  if (project !== null) return `Project ${project}`;
  return `Tag ${tagName({ 'tag-key': attributes['tag-key'] ?? '', 'tag-value': attributes['tag-value'] })}`;
};

const columns: readonly Column<ParameterOverride>[] = [
  { id: 'place', header: 'Place', cell: (override) => wrapped(placeOf(override)) },
  { id: 'value', header: 'Value', cell: ({ attributes }) => <ParameterValue {...attributes} /> },
];

interface OverridesProps {
  readonly set: string;
  readonly parameter: Parameter;
}

const Acts = ({ set, parameter, override }: OverridesProps & { readonly override: ParameterOverride }) => {
  const { key } = parameter.attributes;
  const what = `the override of ${key} for: ${placeOf(override)}`;
  const remove = () =>
    confirmDeletion(set, key, {
      title: `Delete ${what}?`,
      body: 'Later evaluations use another override that applies or, if there is none, the value of the parameter.',
      act: 'Delete the override',
      onConfirm: async () => {
        await deleteOverride(set, parameter.id, override.id);
        notifyDone('The override was deleted.');
        await refresh('parameters', set);
      },
    });
  return (
    <>
      <FormButton
        act="Change"
        title={`Change ${what}`}
        size="compact-sm"
        variant="default"
        aria-label={`Change ${what}`}
      >
        {(close) => <ChangeOverride set={set} parameter={parameter} override={override} onClose={close} />}
      </FormButton>
      <Button size="compact-sm" variant="default" aria-label={`Delete ${what}`} onClick={remove}>
        Delete
      </Button>
    </>
  );
};

const Opened = ({ set, parameter }: OverridesProps) => {
  const list = useLocalList((search) => overridesQuery(set, parameter.id, search));
  const { key } = parameter.attributes;
  return (
    <Stack gap="sm" pt="sm" align="stretch">
      <Dimmed>
        If several overrides apply to a workspace, an override for the workspace takes precedence over overrides for
        tags, and overrides for tags take precedence over an override for the project. Overrides apply only to
        registered workspaces.
      </Dimmed>
      <ListView
        what={`overrides of ${key}`}
        spec={parameterOverrideList}
        {...list}
        columns={columns}
        nameOf={placeOf}
        empty="The parameter has the same value everywhere."
        actions={(override) => <Acts set={set} parameter={parameter} override={override} />}
      />
      <FormButton
        act="Add an override"
        title={`Add an override of ${key}`}
        size="xs"
        variant="default"
        w="fit-content"
        aria-label={`Add an override of ${key}`}
      >
        {(close) => <NewOverride set={set} parameter={parameter} onClose={close} />}
      </FormButton>
    </Stack>
  );
};

/** Overrides of a parameter, which are collapsed until the user opens them. */
export function Overrides(props: OverridesProps) {
  const [isOpen, setOpen] = useState(false);
  const { key, 'override-count': count } = props.parameter.attributes;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary" size="sm">
        {`Overrides of ${key} (${count})`}
      </Text>
      {isOpen && <Opened {...props} />}
    </details>
  );
}
