// Scope of a new policy: everywhere, by a tag, in a project, or with a policy set that exists.
import { Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { policySetsQuery } from '../../api/policy-sets.ts';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { useCandidates } from '../../components/use-candidates.ts';
import { t } from '../../texts/policies.ts';
import { t as setTexts } from '../../texts/policy-sets.ts';
import type { NewPolicyFields } from './new-policy.ts';

interface ScopeProps {
  readonly form: UseFormReturnType<NewPolicyFields>;
  readonly organization: string;
}

/** Finds a policy set of the kind by a part of its name. Policies of a set with versions come from its archive. */
const SetSelect = ({ form, organization }: ScopeProps) => {
  const { kind } = form.getValues();
  const { data, search } = useCandidates(
    (q) => policySetsQuery(organization, { filter: { kind }, ...(q !== '' && { q }) }),
    setTexts.noCandidates,
  );
  const sets = data?.data.filter(({ attributes }) => !attributes.versioned) ?? [];
  return (
    <Select
      label={t.scopeSet}
      {...search}
      data={sets.map(({ id, attributes }) => ({ value: id, label: attributes.name }))}
      filter={({ options }) => options}
      comboboxProps={{ withinPortal: false }}
      {...form.getInputProps('policy-sets')}
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
          <TextInput label={setTexts.tagKey} maxLength={128} {...form.getInputProps('tag-selectors')} />
          <TextInput label={setTexts.tagValue} maxLength={256} {...form.getInputProps('tag-value')} />
        </Group>
      )}
      {scope === 'project' && (
        <CandidateSelect
          organization={organization}
          members="projects"
          label={t.scopeProject}
          filter={({ options }) => options}
          none={setTexts.noProjects(organization)}
          {...form.getInputProps('projects')}
        />
      )}
      {scope !== 'none' && scope !== '' && (
        <TextInput
          label={t.newSetName}
          description={t.newSetHint}
          placeholder={name}
          spellCheck={false}
          {...form.getInputProps('set-name')}
        />
      )}
    </>
  );
};

export function ScopeFields({ form, organization }: ScopeProps) {
  return (
    <Radio.Group label={t.appliesTo} required {...form.getInputProps('scope')}>
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={t.scopeAll} />
        <Radio value="tag" label={t.scopeTag} />
        <Radio value="project" label={t.scopeProject} />
        <Radio value="set" label={t.scopeSet} />
        <Radio value="none" label={t.scopeNone} description={t.scopeNoneHint} />
        <Details form={form} organization={organization} />
      </Stack>
    </Radio.Group>
  );
}
