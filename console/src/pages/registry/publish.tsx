// Page that publishes a module version. The user chooses or drops the archive.
import { Card, FileInput, Progress, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiFailure } from '../../../../client/failure.ts';
import { refresh } from '../../api/refresh.ts';
import { publishVersion } from '../../api/registry.ts';
import { uploadFile } from '../../api/upload.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { registryTrail } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/publish-module');

const Sending = ({ share }: { readonly share: number }) => {
  const percent = Math.floor(share * 100);
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{`Uploading the archive: ${percent}%`}</Text>
      <Progress value={percent} aria-label={`Uploading the archive: ${percent}%`} />
    </Stack>
  );
};

const missing = () => new ApiFailure(422, [{ detail: 'Choose an archive.', pointer: '/data/attributes/archive' }]);

interface Publication extends Record<string, unknown> {
  readonly name: string;
  readonly provider: string;
  readonly version: string;
  readonly archive: File | null;
}

const usePublication = (organization: string) => {
  const { name = '', provider = '' } = route.useSearch();
  const [share, setShare] = useState<number>();
  const initial: Publication = { name, provider, version: '', archive: null };
  const state = useApiForm(initial, async ({ archive, version, ...names }) => {
    if (archive === null) throw missing();
    try {
      const module = { organization, name: names.name, provider: names.provider };
      await publishVersion(module, version, (link) => uploadFile(link, archive, setShare));
    } finally {
      setShare(undefined);
    }
  });
  return { state, share };
};

const names = [
  { name: 'name', label: 'Name of the module', hint: 'Letters, numbers, - and _.' },
  { name: 'provider', label: 'Provider', hint: 'Lower-case letters and numbers, such as aws.' },
  { name: 'version', label: 'Version', hint: 'Semantic version, such as 1.4.0.' },
] as const;

/** Field for the archive. The user chooses a file or drops one. */
const ArchiveField = ({ form }: { readonly form: ReturnType<typeof usePublication>['state']['form'] }) => {
  const drop = (file: File | undefined) => {
    if (file !== undefined) form.setFieldValue('archive', file);
  };
  return (
    <Card
      withBorder
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        drop(event.dataTransfer.files[0]);
      }}
    >
      <FileInput
        {...form.field('archive', 'Archive')}
        description="A tar.gz archive with at least one .tf file at its root, at most 64 MiB. Choose a file, or drop it here."
        placeholder="Choose a file"
        required
        accept=".tgz,.gz,application/gzip"
      />
    </Card>
  );
};

export function Publish() {
  const { organization } = route.useParams();
  const navigate = route.useNavigate();
  const { state, share } = usePublication(organization);
  const open = async () => {
    const { version, name, provider } = state.form.getValues();
    notifyDone(`${name}/${provider} ${version} was published.`);
    await refresh('module');
    const params = { organization, name, provider };
    await navigate({
      to: '/app/organizations/$organization/registry/$name/$provider',
      params,
      search: { version },
    });
  };
  const leave = () => navigate({ to: '/app/organizations/$organization/registry', params: { organization } });
  return (
    <Page
      title="Publish a version"
      intro="The first version creates the module. A published archive cannot be changed."
      trail={registryTrail(organization)}
    >
      <ApiFormView state={state} act="Publish" refused="Not published" onDone={open} onCancel={leave}>
        {names.map(({ name, label, hint }) => (
          <TextInput key={name} {...state.form.field(name, label)} description={hint} required />
        ))}
        <ArchiveField form={state.form} />
        {share !== undefined && <Sending share={share} />}
      </ApiFormView>
    </Page>
  );
}
