// The tags by which a policy set selects workspaces, beside those that it names.
import { Button, Checkbox, CloseButton, Group, List, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { addSelectors, removeSelectors, type TagSelector } from '../../api/policy-set-scope.ts';
import { type PolicySet, updatePolicySet } from '../../api/policy-sets.ts';
import { refresh } from '../../api/refresh.ts';
import { field, flag, showFirstProblem, useApiForm } from '../../components/api-form.tsx';
import { Failure } from '../../components/failure.tsx';
import { notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../texts/policy-sets.ts';
import { not } from '../../texts/refusals.ts';
import { tagName } from './scope.ts';

const nameOf = (selector: TagSelector): string =>
  selector['is-exclude'] ? t.tagExcluded(tagName(selector)) : tagName(selector);

/** Changes the tags of a set. What pages show of it is renewed then, while a person goes on. */
const useTags = (set: PolicySet) => {
  const queryClient = useQueryClient();
  const renewing =
    <Rest extends readonly unknown[]>(act: (...rest: Rest) => Promise<unknown>) =>
    async (...rest: Rest) => {
      await act(...rest);
      void refresh(queryClient, 'policy-set', set.id);
    };
  const add = renewing((selector: TagSelector) => addSelectors(set.id, { body: { data: [selector] } }));
  const remove = renewing((selector: TagSelector) => removeSelectors(set.id, { body: { data: [selector] } }));
  const match = renewing((logic: 'any' | 'all') => updatePolicySet(set.id, { 'tag-selector-matching-logic': logic }));
  return { add, remove, match };
};

const Add = ({ set }: { readonly set: PolicySet }) => {
  const { add } = useTags(set);
  const initial = { key: '', value: '', isExclude: set.attributes.global };
  const state = useApiForm(initial, async ({ key, value, isExclude }) => {
    await add({ 'tag-key': key, 'tag-value': value === '' ? null : value, 'is-exclude': isExclude });
    state.form.reset();
  });
  const { form, failure, isSending } = state;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const submitted = event.currentTarget;
        void state.submit().then((isDone) => isDone || showFirstProblem(submitted));
      }}
    >
      {failure !== undefined && <Failure error={failure} title={not.added} />}
      <Group align="flex-end" gap="sm">
        <TextInput {...field(form, 'key', t.tagKey)} maxLength={128} />
        <TextInput {...field(form, 'value', t.tagValue)} maxLength={256} />
        <Checkbox {...flag(form, 'isExclude', t.tagExclude)} mb={8} />
        <Button type="submit" variant="default" loading={isSending} disabled={form.getValues().key === ''}>
          {t.addTag}
        </Button>
      </Group>
    </form>
  );
};

const Matching = ({ set }: { readonly set: PolicySet }) => {
  const { match } = useTags(set);
  return (
    <NativeSelect
      label={t.tagMatching}
      value={set.attributes['tag-selector-matching-logic'] ?? 'any'}
      onChange={({ currentTarget }) =>
        void match(currentTarget.value === 'all' ? 'all' : 'any').catch((error: unknown) =>
          notifyFailure(not.changed, error),
        )
      }
      data={[
        { value: 'any', label: t.tagAny },
        { value: 'all', label: t.tagAll },
      ]}
      maw={360}
    />
  );
};

/** The tags of a set; each can be taken away, and brought back. */
export function Tags({ set }: { readonly set: PolicySet }) {
  const { add, remove } = useTags(set);
  const selectors = set.attributes['tag-selectors'];
  const takeAway = async (selector: TagSelector) => {
    await remove(selector);
    notifyWithUndo(t.removed(nameOf(selector)), () => add(selector));
  };
  return (
    <Section title={t.tags} intro={t.tagsHint}>
      {selectors.length === 0 && <Text c="dimmed">{t.noMembers}</Text>}
      {selectors.length > 0 && (
        <List listStyleType="none" spacing={4}>
          {selectors.map((selector) => (
            <List.Item key={JSON.stringify(selector)} style={{ overflowWrap: 'anywhere' }}>
              <Group gap="xs" wrap="nowrap">
                <CloseButton
                  size={24}
                  aria-label={t.remove(nameOf(selector))}
                  onClick={() => void takeAway(selector).catch((error: unknown) => notifyFailure(not.removed, error))}
                />
                {nameOf(selector)}
              </Group>
            </List.Item>
          ))}
        </List>
      )}
      {selectors.filter((one) => !one['is-exclude']).length > 1 && <Matching set={set} />}
      <Add set={set} />
    </Section>
  );
}
