// Scope of a new policy: everywhere, by a tag, in a project, or with a policy set that exists.
import { Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { policySetsQuery } from '../../api/policy-sets.ts';
import { field } from '../../components/api-form.tsx';
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
      {...field(form, 'policy-sets', t.scopeSet)}
      {...search}
      data={sets.map(({ id, attributes }) => ({ value: id, label: attributes.name }))}
      filter={({ options }) => options}
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
          <TextInput {...field(form, 'tag-selectors', setTexts.tagKey)} maxLength={128} />
          <TextInput {...field(form, 'tag-value', setTexts.tagValue)} maxLength={256} />
        </Group>
      )}
      {scope === 'project' && (
        <CandidateSelect
          {...field(form, 'projects', t.scopeProject)}
          organization={organization}
          members="projects"
          filter={({ options }) => options}
          none={setTexts.noProjects(organization)}
        />
      )}
      {scope !== 'none' && scope !== '' && (
        <TextInput {...field(form, 'set-name', t.newSetName, t.newSetHint)} placeholder={name} spellCheck={false} />
      )}
    </>
  );
};

export function ScopeFields({ form, organization }: ScopeProps) {
  return (
    <Radio.Group {...field(form, 'scope', t.appliesTo)} required>
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
