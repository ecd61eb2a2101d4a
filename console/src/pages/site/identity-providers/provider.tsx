// Page of an identity provider, with the addresses to register, a test, and the form with its settings.
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  checkPath,
  deleteProvider,
  type IdentityProvider,
  providerQuery,
  updateProvider,
} from '../../../api/identity-providers.ts';
import { refresh } from '../../../api/refresh.ts';
import { postTo } from '../../../app/post.ts';
import { ApiFormView, changedOnly, useApiForm } from '../../../components/api-form.tsx';
import { confirmAct } from '../../../components/confirm.tsx';
import { Fact, Facts } from '../../../components/fact.tsx';
import { PageLink } from '../../../components/links.tsx';
import { LoadTogether } from '../../../components/load-together.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Section } from '../../../components/section.tsx';
import { presetNames } from '../../../texts/identity-providers.ts';
import { settingsGroupTexts } from '../../../texts/settings-groups.ts';
import { Addresses } from './addresses.tsx';
import { type Draft, draftOf, inputFrom } from './draft.ts';
import { ProviderFields } from './form.tsx';
import { OpenIdOff } from './off.tsx';
import { ProviderStatus } from './status.tsx';

const route = getRouteApi('/app/site/identity-providers/$identityProvider');

interface Shown {
  readonly provider: IdentityProvider;
}

const About = ({ provider: { attributes }, provider }: Shown) => (
  <Stack>
    {attributes.problem !== null && (
      <Alert color="red" role="alert" title="Does not work">
        {attributes.problem}
      </Alert>
    )}
    {attributes.warning !== null && (
      <Alert color="yellow" role="alert" title="Open to everybody">
        {attributes.warning}
      </Alert>
    )}
    <Group>
      <ProviderStatus provider={provider} />
    </Group>
    <Facts>
      <Fact name="Kind of provider">{presetNames[attributes.preset]}</Fact>
      <Fact name="Key">{attributes.key}</Fact>
      <Fact name="Credential">
        {attributes.credential === 'private-key' ? 'A private key is set' : 'A client secret is set'}
      </Fact>
    </Facts>
  </Stack>
);

const EditForm = ({ provider }: Shown) => {
  const { preset } = provider.attributes;
  const state = useApiForm<Draft>(draftOf(provider), async (draft, changed) => {
    const { data } = await updateProvider(provider.id, changedOnly(inputFrom(draft), changed));
    await refresh('identity-provider', provider.id);
    notifyDone(`${data.attributes.name} was saved. The changes take effect immediately.`);
  });
  return (
    <Section title="Edit">
      <ApiFormView state={state} act="Save">
        <ProviderFields form={state.form} preset={preset} isNew={false} />
      </ApiFormView>
    </Section>
  );
};

const DeleteButton = ({ provider: { id, attributes } }: Shown) => {
  const navigate = route.useNavigate();
  const { name } = attributes;
  const remove = () =>
    confirmAct({
      title: `Delete ${name}?`,
      body: `Nobody can sign in with ${name} any more.`,
      consequences: [
        'Accounts that are linked to this provider stay linked, and their owners can sign in again with a provider that has the same issuer. Until then, people without a password or another identity cannot sign in.',
        'Sessions and API tokens stay valid until they expire.',
        'The stored credential is deleted.',
      ],
      act: 'Delete',
      onConfirm: async () => {
        await deleteProvider(id);
        notifyDone(`${name} was deleted.`);
        await navigate({ to: '/app/site/identity-providers' });
        await refresh('identity-providers');
      },
    });
  return (
    <Button variant="default" c="var(--mantine-color-error)" onClick={remove}>
      Delete
    </Button>
  );
};

const Test = ({ provider: { attributes } }: Shown) => (
  <Section
    title="Test the sign-in"
    intro="Opens a tab in which you sign in at the provider. The tab shows each claim, and what a sign-in would do or why it would be refused. The test changes nothing and works before the provider is enabled."
  >
    <Group>
      <Button variant="default" onClick={() => postTo(checkPath(attributes.key), '_blank')}>
        Test the sign-in
      </Button>
    </Group>
  </Section>
);

/** Loads the identity provider that the URL names and shows its page. */
export function IdentityProviderPage() {
  const { identityProvider: id } = route.useParams();
  const { data, error, refetch } = useQuery(providerQuery(id));
  const provider = data?.data;
  return (
    <Page
      title={provider?.attributes.name ?? '…'}
      trail={<PageLink to="/app/site/identity-providers">{settingsGroupTexts['oidc-sign-in']}</PageLink>}
      actions={provider !== undefined && <DeleteButton provider={provider} />}
    >
      {provider === undefined && <QueryState data={provider} error={error} refetch={refetch} />}
      {provider !== undefined && (
        <LoadTogether>
          <About provider={provider} />
          <OpenIdOff />
          <Addresses providerKey={provider.attributes.key} preset={provider.attributes.preset} />
          <Test provider={provider} />
          <EditForm key={provider.attributes['updated-at']} provider={provider} />
        </LoadTogether>
      )}
    </Page>
  );
}
