// Page of a module version: how to use it, its declarations and its deprecation.
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { hasPlans, subscriptionQuery } from '../../api/plans.ts';
import { refresh } from '../../api/refresh.ts';
import {
  deleteVersion,
  hostsQuery,
  type ListedVersion,
  type ModuleName,
  moduleQuery,
  versionQuery,
  versionsQuery,
} from '../../api/registry.ts';
import { confirmAct } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { DeprecationBanner, DeprecationForm, reinstate } from './deprecation.tsx';
import { newestOf } from './newest.ts';
import { registryTrail } from './trail.tsx';
import { UsageBlock, VersionContents, VersionFacts } from './version-contents.tsx';
import { VersionBadges, Versions } from './versions.tsx';

const route = getRouteApi('/app/organizations/$organization/registry/$name/$provider');

interface ShownProps {
  readonly module: ModuleName;
  readonly shown: ListedVersion;
  readonly versions: readonly ListedVersion[];
}

const labelOf = ({ version, deprecation }: ListedVersion, newest: string | undefined): string => {
  if (deprecation !== null) return `${version} (deprecated)`;
  return version === newest ? `${version} (newest)` : version;
};

const VersionPicker = ({ shown, versions }: Omit<ShownProps, 'module'>) => {
  const navigate = route.useNavigate();
  const newest = newestOf(versions.map(({ version }) => version));
  return (
    <Group gap="xs" align="center">
      <NativeSelect
        aria-label="Version"
        value={shown.version}
        onChange={({ currentTarget }) =>
          navigate({ search: (before) => ({ ...before, version: currentTarget.value }) })
        }
        data={versions.map((each) => ({ value: each.version, label: labelOf(each, newest) }))}
      />
      <VersionBadges listed={shown} newest={newest} />
    </Group>
  );
};

const useVersionDeletion = ({ module, shown, versions }: ShownProps) => {
  const navigate = route.useNavigate();
  const name = `${module.name}/${module.provider}`;
  const isLast = versions.length === 1;
  return () =>
    confirmAct({
      title: `Delete ${name} ${shown.version}?`,
      body: 'The archive is deleted too, so configurations that use this version can no longer be initialized.',
      consequences: isLast ? ['This is the last version, so the module is deleted too.'] : [],
      act: 'Delete the version',
      onConfirm: async () => {
        await deleteVersion(module, shown.version);
        notifyDone(`${name} ${shown.version} was deleted.`);
        const { organization } = module;
        if (isLast) await navigate({ to: '/app/organizations/$organization/registry', params: { organization } });
        else await navigate({ search: {} });
        await refresh('module');
      },
    });
};

interface Rights {
  readonly mayChange: boolean;
  /**
   * Whether the user may deprecate versions and the organization's subscription plan includes deprecation. The same
   * users may see downloads.
   */
  readonly mayDeprecate: boolean;
}

/** Returns the user's permissions for a module. Undefined while loading. */
function useRights(module: ModuleName): Rights | undefined {
  const own = useQuery(moduleQuery(module));
  const mayChange = own.data?.data.attributes.permissions['can-delete'] === true;
  const subscription = useQuery({ ...subscriptionQuery(module.organization), enabled: mayChange && hasPlans });
  if (own.isPending || subscription.isLoading) return undefined;
  return { mayChange, mayDeprecate: subscription.data?.plan?.attributes['module-deprecations'] === true };
}

const Deprecate = ({ module, shown }: Omit<ShownProps, 'versions'>) => {
  const [isDeprecating, { open, close }] = useDisclosure(false);
  return (
    <>
      {shown.deprecation !== null && (
        <Button variant="default" onClick={() => void reinstate(module, shown)}>
          Undo deprecation
        </Button>
      )}
      <Button variant="default" onClick={open}>
        Deprecate
      </Button>
      <FormDialog
        title={`Deprecate versions of ${module.name}/${module.provider}`}
        isOpen={isDeprecating}
        onClose={close}
      >
        <DeprecationForm module={module} version={shown.version} onClose={close} />
      </FormDialog>
    </>
  );
};

const Acts = (props: ShownProps & Pick<Rights, 'mayDeprecate'>) => {
  const { module, shown, mayDeprecate } = props;
  const remove = useVersionDeletion(props);
  return (
    <Group gap="xs">
      {mayDeprecate && <Deprecate module={module} shown={shown} />}
      <Button variant="default" c="var(--mantine-color-error)" onClick={remove}>
        Delete the version
      </Button>
    </Group>
  );
};

const Shown = ({ mayChange, ...props }: ShownProps & Rights) => {
  const { module, shown, versions, mayDeprecate } = props;
  const { data, error, refetch } = useQuery(versionQuery(module, shown.version));
  const host = useQuery(hostsQuery).data?.data.attributes.hosts[0] ?? location.host;
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <VersionPicker shown={shown} versions={versions} />
        {mayChange && <Acts {...props} />}
      </Group>
      <DeprecationBanner {...props} />
      <UsageBlock module={module} version={shown.version} host={host} />
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <>
          <VersionFacts version={data.data} />
          {mayDeprecate && versions.length > 1 && <Versions module={module} versions={versions} />}
          <VersionContents module={module} version={data.data} hasDownloads={mayDeprecate} />
        </>
      )}
    </Stack>
  );
};

const Hint = ({ text }: { readonly text: string }) => (
  <Alert>
    <Text size="sm">{text}</Text>
  </Alert>
);

/** Content for a version that cannot be installed, because it does not exist or has no archive yet. */
const Unlisted = ({ module, version }: { readonly module: ModuleName; readonly version: string }) => {
  const { data, error, refetch } = useQuery(versionQuery(module, version));
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  return data === undefined ? (
    <LoadingRows />
  ) : (
    <Hint text="This version has no archive yet and cannot be installed." />
  );
};

export function ModulePage() {
  const module = route.useParams();
  const { version } = route.useSearch();
  const { organization, name, provider } = module;
  const rights = useRights(module);
  const { data: listed, error, refetch } = useQuery(versionsQuery(module));
  // Nothing is rendered until the user's permissions are loaded, because the sections for module managers would move
  // the other sections.
  const versions = rights && listed;
  const wanted = version ?? newestOf((versions ?? []).map((each) => each.version));
  const shown = versions?.find((each) => each.version === wanted);
  return (
    <Page
      title={`${name}/${provider}`}
      trail={registryTrail(organization)}
      actions={
        rights?.mayChange === true && (
          <ButtonLink
            to="/app/organizations/$organization/publish-module"
            params={{ organization }}
            search={{ name, provider }}
          >
            Publish a version
          </ButtonLink>
        )
      }
    >
      <QueryState data={versions} error={error} refetch={refetch} />
      {versions !== undefined && wanted === undefined && (
        <Hint text="This module has no version that can be installed yet." />
      )}
      {versions !== undefined && wanted !== undefined && shown === undefined && (
        <Unlisted module={module} version={wanted} />
      )}
      {rights !== undefined && versions !== undefined && shown !== undefined && (
        <Shown module={module} shown={shown} versions={versions} {...rights} />
      )}
    </Page>
  );
}
