// Page that lists the parameters of a policy set. The overrides of a parameter are collapsed below the parameter.
import { Alert, Button, Card, Group, List, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteParameter, type Parameter, parametersQuery } from '../../api/parameters.ts';
import { refresh } from '../../api/refresh.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { FormButton } from '../../components/form-button.tsx';
import { Pages } from '../../components/list-pages.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { useList } from '../../components/use-list.ts';
import { PolicySetPage } from './frame.tsx';
import { ChangeParameter, NewParameter } from './parameter-form.tsx';
import { Overrides } from './parameter-overrides.tsx';
import { ParameterValue } from './parameter-value.tsx';
import { confirmDeletion } from './question.ts';

const route = getRouteApi('/app/organizations/$organization/policy-sets/$set/parameters');

/** Receives the notices of the service about a saved parameter. */
type OnSaved = (notices: readonly string[]) => void;

interface RowProps {
  readonly set: string;
  readonly parameter: Parameter;
  readonly onSaved: OnSaved;
}

const Acts = ({ set, parameter, onSaved }: RowProps) => {
  const { key } = parameter.attributes;
  const remove = () =>
    confirmDeletion(set, key, {
      title: `Delete the parameter ${key}?`,
      body: 'The overrides of the parameter are deleted, too. Policies that need the parameter have no verdict until it is set again. This cannot be undone.',
      act: 'Delete the parameter',
      onConfirm: async () => {
        await deleteParameter(set, parameter.id);
        await refresh('parameters', set);
        notifyDone(`The parameter ${key} was deleted.`);
      },
    });
  return (
    <Group gap={4}>
      <FormButton
        act="Change"
        title={`Change the parameter ${key}`}
        size="compact-sm"
        variant="default"
        aria-label={`Change the parameter ${key}`}
      >
        {(close) => <ChangeParameter set={set} parameter={parameter} onSaved={onSaved} onClose={close} />}
      </FormButton>
      <Button size="compact-sm" variant="default" aria-label={`Delete the parameter ${key}`} onClick={remove}>
        Delete
      </Button>
    </Group>
  );
};

/** Types that the annotations of the set's policies declare. Without a declared type, nothing is shown. */
const DeclaredTypes = ({ types }: { readonly types: readonly string[] }) =>
  types.length > 0 && <Dimmed>{`Type that the policies declare: ${types.join(', ')}`}</Dimmed>;

const Row = (props: RowProps) => {
  const { set, parameter } = props;
  return (
    <Card component="li" withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere', flex: '1 1 12rem', minWidth: 0 }}>
            {parameter.attributes.key}
          </Text>
          <Acts {...props} />
        </Group>
        <ParameterValue {...parameter.attributes} />
        <DeclaredTypes types={parameter.attributes['declared-types']} />
        <Overrides set={set} parameter={parameter} />
      </Stack>
    </Card>
  );
};

/**
 * Notices of the service about the last saved parameter. They stay until the user closes them or saves another
 * parameter.
 */
const Notices = ({ notices, onClose }: { readonly notices: readonly string[]; readonly onClose: () => void }) =>
  notices.length > 0 && (
    <Alert
      color="yellow"
      role="status"
      title="The parameter was saved, with a notice"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <List size="sm" listStyleType="none">
        {notices.map((notice) => (
          <List.Item key={notice} style={{ overflowWrap: 'anywhere' }}>
            {notice}
          </List.Item>
        ))}
      </List>
    </Alert>
  );

const Parameters = ({ set }: { readonly set: string }) => {
  const { search, onSearch, query } = useList(route, (state) => parametersQuery(set, state));
  const { data, error, refetch } = query;
  const [notices, setNotices] = useState<readonly string[]>([]);
  return (
    <Section
      title="Parameters"
      intro="The policies of this set read the value of a parameter as input.parameters.<key>. Overrides replace the value in a workspace, in the workspaces with a tag, or in the workspaces of a project."
      actions={
        <FormButton act="Add a parameter">
          {(close) => <NewParameter set={set} onSaved={setNotices} onClose={close} />}
        </FormButton>
      }
    >
      <Notices notices={notices} onClose={() => setNotices([])} />
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && (
        <EmptyList
          text="The policy set has no parameters."
          hint="With a parameter, such as a limit, the same policy can allow different values in different workspaces."
        />
      )}
      {data !== undefined && data.data.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} aria-label="Parameters" style={{ listStyle: 'none' }}>
          {data.data.map((parameter) => (
            <Row key={parameter.id} set={set} parameter={parameter} onSaved={setNotices} />
          ))}
        </Stack>
      )}
      {data !== undefined && data.data.length > 0 && <Pages search={search} onSearch={onSearch} listed={data} />}
    </Section>
  );
};

/** Page of the parameters of a policy set. */
export function PolicySetParameters() {
  return <PolicySetPage>{(set) => <Parameters key={set.id} set={set.id} />}</PolicySetPage>;
}
