// Scope of a new policy: everywhere, by a tag, in a project, or with a policy set that exists.
import { Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../api/policies.ts';
import { policySetsQuery } from '../../api/policy-sets.ts';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { noCandidatesText } from '../../components/no-candidates.ts';
import { t } from '../../texts/policies.ts';
import { t as setTexts } from '../../texts/policy-sets.ts';
import type { NewPolicyFields } from './new-policy.ts';

interface ScopeProps {
  readonly form: UseFormReturnType<NewPolicyFields>;
  readonly organization: string;
}

/** Finds a policy set of the kind by a part of its name. Policies of a set with versions come from its archive. */
const SetSelect = ({ form, organization }: ScopeProps) => {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const kind: Kind = form.getValues().kind;
  const query = useQuery(policySetsQuery(organization, { filter: { kind }, ...(q !== '' && { q }) }));
  const sets = query.data?.data.filter(({ attributes }) => !attributes.versioned) ?? [];
  return (
    <Select
      label={t.scopeSet}
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={sets.map(({ id, attributes }) => ({ value: id, label: attributes.name }))}
      filter={({ options }) => options}
      nothingFoundMessage={noCandidatesText(query, text !== q, setTexts.noCandidates)}
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
