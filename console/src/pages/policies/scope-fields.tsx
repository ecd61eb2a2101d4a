// Form fields for the scope of a new policy. It applies everywhere, by tag, by project, or through an existing policy
// set.
import { Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { policySetsQuery } from '../../api/policy-sets.ts';
import type { ApiForm } from '../../components/api-form.tsx';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { useCandidates } from '../../components/use-candidates.ts';
import type { NewPolicyFields } from './new-policy.ts';

interface ScopeProps {
  readonly form: ApiForm<NewPolicyFields>['form'];
  readonly organization: string;
}

/**
 * Select field for a policy set of the same kind as the policy. Sets with versions are excluded, because all their
 * policies are in uploaded archives.
 */
const SetSelect = ({ form, organization }: ScopeProps) => {
  const { kind } = form.getValues();
  const { data, search } = useCandidates(
    (q) => policySetsQuery(organization, { filter: { kind }, ...(q !== '' && { q }) }),
    'No results.',
  );
  const sets = data?.data.filter(({ attributes }) => !attributes.versioned) ?? [];
  return (
    <Select
      {...form.field('policy-sets', 'The scope of a policy set')}
      {...search}
      data={sets.map(({ id, attributes }) => ({ value: id, label: attributes.name }))}
      filter={({ options }) => options}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
};

const Details = ({ form, organization }: ScopeProps) => {
  const { scope, name } = form.getValues();
  if (scope === 'set') return <SetSelect form={form} organization={organization} />;
  return (
    <>
      {scope === 'tag' && (
        <Group align="flex-start" gap="sm" grow>
          <TextInput {...form.field('tag-selectors', 'Tag')} maxLength={128} />
          <TextInput {...form.field('tag-value', 'Value (empty: any)')} maxLength={256} />
        </Group>
      )}
      {scope === 'project' && (
        <CandidateSelect
          {...form.field('projects', 'A project')}
          organization={organization}
          members="projects"
          filter={({ options }) => options}
          allowDeselect={false}
          none="No project has this name."
        />
      )}
      {scope !== 'none' && scope !== '' && (
        <TextInput
          {...form.field('set-name', 'Name of the new policy set')}
          description="A policy set defines where policies apply. Leave empty to use the name of the policy."
          placeholder={name}
          spellCheck={false}
        />
      )}
    </>
  );
};

export function ScopeFields({ form, organization }: ScopeProps) {
  return (
    <Radio.Group {...form.field('scope', 'Applies to')} required>
      <Stack gap="xs" mt="xs">
        <Radio value="all" label="Every workspace" />
        <Radio value="tag" label="Workspaces with a tag" />
        <Radio value="project" label="A project" />
        <Radio value="set" label="The scope of a policy set" />
        <Radio
          value="none"
          label="Nothing yet"
          description="The policy is not evaluated until a policy set contains it."
        />
        <Details form={form} organization={organization} />
      </Stack>
    </Radio.Group>
  );
}
