// Page of a settings group. The form is generated from the declarations of the group's settings.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiFailure } from '../../../../../client/failure.ts';
import { queryClient } from '../../../api/query-client.ts';
import { refresh } from '../../../api/refresh.ts';
import {
  isSettingsGroup,
  type SettingField,
  type Settings,
  type SettingsGroup,
  type SettingValue,
  settingsGroup,
  settingsQuery,
} from '../../../api/settings.ts';
import { NoSuchPage } from '../../../app/no-such-page.tsx';
import { type ApiForm, showFirstProblem, useApiForm } from '../../../components/api-form.tsx';
import { ChangedElsewhere, type Difference } from '../../../components/changed-elsewhere.tsx';
import { Failure } from '../../../components/failure.tsx';
import { PageLink } from '../../../components/links.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { textOf } from '../../../texts/settings.ts';
import { settingsGroupTexts, signInGroups } from '../../../texts/settings-groups.ts';
import { changeText, type Draft, draftOf, draftValue, labelOf, SettingInput, sentValue } from './fields.tsx';
import { History } from './history.tsx';
import { SignInSections } from './sections.tsx';
import { GroupTools } from './tools.tsx';

const route = getRouteApi('/app/site/settings/$group');

interface Change {
  readonly field: SettingField;
  readonly before: SettingValue;
  readonly after: SettingValue;
}

/**
 * Returns the fields of the form. These are the settings that the service returned and all secrets, because the service
 * may omit secrets.
 */
const fieldsOf = (group: SettingsGroup, { data }: Settings): readonly SettingField[] => {
  const fields: readonly SettingField[] = settingsGroup(group).fields;
  return fields.filter(({ name, isSecret = false }) => isSecret || name in data);
};

const changesOf = (fields: readonly SettingField[], { data }: Settings, draft: Draft): readonly Change[] =>
  fields
    .filter(({ isReadOnly = false }) => !isReadOnly)
    .map((field) => ({ field, before: draftValue(field, data), after: draft[field.name] ?? null }))
    .filter(({ before, after }) => before !== after);

const isEqual = (one: SettingValue | undefined, other: SettingValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const differences = (fields: readonly SettingField[], before: Settings, now: Settings): readonly Difference[] =>
  fields
    .filter(({ name, isSecret = false }) => !isSecret && !isEqual(before.data[name], now.data[name]))
    .map((field) => ({
      name: labelOf(field),
      before: changeText(field, before.data[field.name] ?? null),
      now: changeText(field, now.data[field.name] ?? null),
    }));

const Changes = ({ changes }: { readonly changes: readonly Change[] }) => (
  <Alert color="blue" title="Unsaved changes" role="status">
    <Stack gap={2}>
      {changes.map(({ field, before, after }) => (
        <Text key={field.name} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <strong>{labelOf(field)}</strong>
          {': '}
          {field.isSecret !== true && (
            <>
              <del>{changeText(field, before)}</del>
              {' → '}
            </>
          )}
          <ins>{changeText(field, after)}</ins>
        </Text>
      ))}
    </Stack>
  </Alert>
);

const useLeaveGuard = (isDirty: boolean): void => {
  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm('There are unsaved changes. Leave the page without saving?'),
    enableBeforeUnload: isDirty,
  });
};

interface FormProps {
  readonly group: SettingsGroup;
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
}

const useSettingsForm = ({ group, settings, onSettings }: FormProps, fields: readonly SettingField[]) => {
  const [changedTo, setChangedTo] = useState<Settings>();
  // Entity tag of the values that the form shows.
  const etag = useRef(settings.etag);
  const state: ApiForm<Draft> = useApiForm(draftOf(fields, settings.data), async (draft) => {
    const sent = changesOf(fields, settings, draft).map(({ field, after }) => [field.name, sentValue(field, after)]);
    setChangedTo(undefined);
    try {
      const stored = await settingsGroup(group).update(Object.fromEntries(sent), etag.current);
      // The response is not put into the query cache, because it may contain secrets. The form is reset to the stored
      // values instead.
      onSettings(stored);
      await refresh('audit-trail');
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 412) setChangedTo(await settingsGroup(group).read(undefined));
      throw error;
    }
  });
  const saveOver = (now: Settings): Promise<boolean> => {
    etag.current = now.etag;
    return state.submit();
  };
  return { state, changedTo, saveOver };
};

const savedText = (group: SettingsGroup): string =>
  `The settings “${settingsGroupTexts[group]}” were saved. The changes take effect immediately.`;

const SettingsForm = (props: FormProps) => {
  const { group, settings, onSettings } = props;
  const fields = fieldsOf(group, settings);
  const { state, changedTo, saveOver } = useSettingsForm(props, fields);
  const { form, failure } = state;
  const changes = changesOf(fields, settings, form.getValues());
  useLeaveGuard(changes.length > 0 && !state.isSending);
  const element = useRef<HTMLFormElement>(null);
  const save = async (submitted: Promise<boolean>) => {
    if (await submitted) notifyDone(savedText(group));
    else showFirstProblem(element.current);
  };
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(state.submit());
      }}
    >
      <Stack maw={640} gap="lg">
        {fields.map((field) => (
          <SettingInput key={field.name} field={field} settings={settings} form={form} />
        ))}
        {changedTo !== undefined && (
          <ChangedElsewhere
            differences={differences(fields, settings, changedTo)}
            onReload={() => onSettings(changedTo)}
            onSave={() => void save(saveOver(changedTo))}
          />
        )}
        {failure !== undefined && changedTo === undefined && <Failure error={failure} title="Not saved" />}
        {changes.length > 0 && <Changes changes={changes} />}
        <Group>
          <Button type="submit" loading={state.isSending} disabled={changes.length === 0}>
            Save
          </Button>
          <Button
            variant="default"
            disabled={changes.length === 0}
            onClick={() => form.setValues(draftOf(fields, settings.data))}
          >
            Discard changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Form of a settings group, the tools of the group, such as sending a test mail, and the history of its changes. */
export const GroupSettings = ({ group }: { readonly group: SettingsGroup }) => {
  const { data, error, refetch } = useQuery(settingsQuery(group));
  const onSettings = (settings: Settings) => queryClient.setQueryData(settingsQuery(group).queryKey, settings);
  if (data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  return (
    <Stack gap="xl">
      {data.problem !== undefined && (
        <Alert color="red" role="alert" maw={640} title="These settings do not work yet">
          {data.problem}
        </Alert>
      )}
      <SettingsForm key={JSON.stringify([group, data.etag])} group={group} settings={data} onSettings={onSettings} />
      <GroupTools group={group} settings={data} onChange={refetch} />
      <History group={group} />
    </Stack>
  );
};

const GroupPage = ({ group }: { readonly group: SettingsGroup }) => (
  <Page
    title={settingsGroupTexts[group]}
    intro={textOf(`${group}-about`)}
    trail={<PageLink to="/app/site/settings">Settings</PageLink>}
  >
    {signInGroups.includes(group) && <SignInSections />}
    <GroupSettings group={group} />
  </Page>
);

/** Page of the settings group that the URL names. The page of OpenID Connect also lists its providers. */
export function SettingsPage() {
  const { group } = route.useParams();
  if (!isSettingsGroup(group)) return <NoSuchPage />;
  if (group === 'oidc-sign-in') return <Navigate to="/app/site/identity-providers" replace />;
  return <GroupPage key={group} group={group} />;
}
