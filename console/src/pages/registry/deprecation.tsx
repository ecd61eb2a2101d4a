// Form that deprecates a range of module versions. It shows a preview of the affected versions.
import { Alert, Badge, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { refresh } from '../../api/refresh.ts';
import { deprecationPreviewQuery, type ListedVersion, type ModuleName, setDeprecation } from '../../api/registry.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyDone, notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { counted } from '../../texts/counted.ts';
import { newestUndeprecatedOf } from './newest.ts';

type Changed = { readonly version: string; readonly 'is-changed': boolean };

const changedOf = (versions: readonly Changed[]): readonly string[] =>
  versions.flatMap(({ version, 'is-changed': isChanged }) => (isChanged ? [version] : []));

const deprecated = (reason: string | null, link: string | null) =>
  ({ 'deprecated-status': 'Deprecated', reason, link }) as const;

/** Sentence about the workspaces that use the versions to be deprecated. */
function usersText(workspaces: number, versions: number): string {
  const these = versions === 1 ? 'this version' : 'these versions';
  if (workspaces === 0) return `No workspace is known to use ${these}.`;
  return `${counted(workspaces, 'workspace')} ${workspaces === 1 ? 'uses' : 'use'} ${these}.`;
}

/** Preview of the versions that would change. The service determines them from the range. */
const Preview = ({ module, range }: { readonly module: ModuleName; readonly range: string }) => {
  const [versions] = useDebouncedValue(range.trim(), 300);
  const { data, error } = useQuery(deprecationPreviewQuery(module, versions));
  if (error !== null) return <Failure error={error} title="No preview" />;
  const { versions: outcomes = [], 'workspace-count': workspaces = 0 } = data?.data.attributes ?? {};
  const changed = changedOf(outcomes);
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={500}>
        {changed.length === 0
          ? 'With this range, no version would change.'
          : `Deprecates ${counted(changed.length, 'version')}:`}
      </Text>
      <Group gap={4}>
        {changed.map((version) => (
          <Badge key={version} variant="default" tt="none">
            {version}
          </Badge>
        ))}
      </Group>
      {changed.length > 0 && <Text size="sm">{usersText(workspaces, changed.length)}</Text>}
    </Stack>
  );
};

interface DeprecationFormProps {
  readonly module: ModuleName;
  readonly version: string;
  readonly onClose: () => void;
}

export const DeprecationForm = ({ module, version, onClose }: DeprecationFormProps) => {
  const state = useApiForm({ versions: version, reason: '', link: '' }, async ({ versions, reason, link }) => {
    const { data } = await setDeprecation(module, { versions, deprecation: deprecated(reason || null, link || null) });
    notifyDone(`${counted(changedOf(data.attributes.versions).length, 'version')} deprecated.`);
    await refresh('module');
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Deprecate" refused="Not deprecated" onDone={onClose} onCancel={onClose}>
      <Text size="sm">
        Everybody who installs these versions gets a warning with the reason. The versions can still be installed.
      </Text>
      <TextInput
        {...form.field('versions', 'Versions')}
        description={'One version, or a range such as >= 1.0, < 2.0.'}
        required
        data-autofocus
      />
      <Textarea
        {...form.field('reason', 'Reason')}
        description="Say what is wrong with the versions, and what consumers should do."
        autosize
        minRows={2}
      />
      <TextInput {...form.field('link', 'Link')} description="URL of a page with more information." type="url" />
      {form.errors.versions === undefined && <Preview module={module} range={form.getValues().versions} />}
    </ApiFormView>
  );
};

/** Ends the deprecation of a module version and then shows an undo button. */
export async function reinstate(module: ModuleName, { version, deprecation }: ListedVersion): Promise<void> {
  try {
    await setDeprecation(module, { versions: version, deprecation: { 'deprecated-status': 'Undeprecated' } });
    await refresh('module');
    notifyWithUndo(
      `The deprecation of version ${version} was undone. Consumers that already downloaded the warning can remove it with “terraform init -upgrade”.`,
      async () => {
        const statement = deprecated(deprecation?.reason ?? null, deprecation?.link ?? null);
        await setDeprecation(module, { versions: version, deprecation: statement });
        await refresh('module');
      },
    );
  } catch (error) {
    notifyFailure('Not undone', error);
  }
}

interface BannerProps {
  readonly module: ModuleName;
  readonly shown: ListedVersion;
  readonly versions: readonly ListedVersion[];
}

/**
 * Shows the reason for a deprecation, its link, and the version to use instead. The link is shown as text if it is not
 * an HTTP or HTTPS URL.
 */
export function DeprecationBanner({ module, shown, versions }: BannerProps) {
  const { version, deprecation } = shown;
  if (deprecation === null) return null;
  const good = newestUndeprecatedOf(versions);
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--mantine-color-yellow-6)" aria-hidden />}
      title={`Version ${version} is deprecated`}
    >
      <Stack gap="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {deprecation.reason ?? 'No reason was given.'}
        </Text>
        {deprecation.link !== null && (
          <Text size="sm">
            More information: <WebLink address={deprecation.link} />
          </Text>
        )}
        <Text size="sm">
          {good === undefined ? (
            'All versions of this module are deprecated.'
          ) : (
            <>
              The newest version that is not deprecated is{' '}
              <PageLink
                to="/app/organizations/$organization/registry/$name/$provider"
                params={{ ...module }}
                search={{ version: good }}
              >
                {good}
              </PageLink>
              .
            </>
          )}
        </Text>
      </Stack>
    </Alert>
  );
}
