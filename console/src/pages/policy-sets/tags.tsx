// Tags of a policy set. The set applies to workspaces with these tags in addition to workspaces that are selected
// individually.
import { Button, Checkbox, CloseButton, Group, List, NativeSelect, Text, TextInput } from '@mantine/core';
import { addSelectors, removeSelectors, type TagSelector } from '../../api/policy-set-scope.ts';
import { type PolicySet, updatePolicySet } from '../../api/policy-sets.ts';
import { refresh } from '../../api/refresh.ts';
import { showFirstProblem, useApiForm } from '../../components/api-form.tsx';
import { Failure } from '../../components/failure.tsx';
import { notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { useSetParams } from './frame.tsx';
import { askAboutSet, type SetChange } from './question.ts';
import { tagName } from './scope.ts';
import { changeOfTags, matchingChange } from './set-changes.ts';

const nameOf = (selector: TagSelector): string =>
  selector['is-exclude'] ? `not ${tagName(selector)}` : tagName(selector);

/** Returns functions that change the tags of a policy set. They do not wait until other data is refreshed. */
const useTags = (set: PolicySet) => {
  const { organization } = useSetParams();
  const ask = (change: SetChange) => askAboutSet(organization, set, change);
  const renew = () => void refresh('policy-set', set.id);
  const add = async (selector: TagSelector) => {
    const shown = await ask(changeOfTags(set, selector, 'added'));
    await addSelectors(set.id, { query: { ...shown }, body: { data: [selector] } });
    renew();
  };
  const remove = async (selector: TagSelector) => {
    const shown = await ask(changeOfTags(set, selector, 'removed'));
    await removeSelectors(set.id, { query: { ...shown }, body: { data: [selector] } });
    renew();
    notifyWithUndo(`${nameOf(selector)} was removed.`, async () => {
      await addSelectors(set.id, { body: { data: [selector] } });
      renew();
    });
  };
  const match = async (logic: 'any' | 'all') => {
    const shown = await ask(matchingChange(set, logic));
    await updatePolicySet(set.id, { 'tag-selector-matching-logic': logic }, undefined, shown);
    renew();
  };
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
      {failure !== undefined && <Failure error={failure} title="Not added" />}
      <Group align="flex-end" gap="sm">
        <TextInput {...form.field('key', 'Tag')} maxLength={128} />
        <TextInput {...form.field('value', 'Value (empty: any)')} maxLength={256} />
        <Checkbox {...form.flag('isExclude', 'Exclude workspaces with this tag')} mb={8} />
        <Button type="submit" variant="default" loading={isSending} disabled={form.getValues().key === ''}>
          Add the tag
        </Button>
      </Group>
    </form>
  );
};

const Matching = ({ set }: { readonly set: PolicySet }) => {
  const { match } = useTags(set);
  return (
    <NativeSelect
      label="Tags that a workspace needs"
      value={set.attributes['tag-selector-matching-logic'] ?? 'any'}
      onChange={({ currentTarget }) =>
        void match(currentTarget.value === 'all' ? 'all' : 'any').catch((error: unknown) =>
          notifyFailure('Not changed', error),
        )
      }
      data={[
        { value: 'any', label: 'One of these tags' },
        { value: 'all', label: 'All of these tags' },
      ]}
      maw={360}
    />
  );
};

/** Section for the tags of a policy set. An undo button restores a removed tag. */
export function Tags({ set }: { readonly set: PolicySet }) {
  const { remove } = useTags(set);
  const selectors = set.attributes['tag-selectors'];
  return (
    <Section
      title="Workspaces and projects with these tags"
      intro="Workspaces inherit the tags of their project, unless a workspace has its own tag with the same key."
    >
      {selectors.length === 0 && <Text c="dimmed">None.</Text>}
      {selectors.length > 0 && (
        <List listStyleType="none" spacing={4}>
          {selectors.map((selector) => (
            <List.Item key={JSON.stringify(selector)} style={{ overflowWrap: 'anywhere' }}>
              <Group gap="xs" wrap="nowrap">
                <CloseButton
                  size={24}
                  aria-label={`Remove ${nameOf(selector)}`}
                  onClick={() => void remove(selector).catch((error: unknown) => notifyFailure('Not removed', error))}
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
