import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { keysQuery, rotateKey, trimKeys } from '../../../api/settings.ts';
import { confirmAct } from '../../../components/confirm.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Fact, Facts } from '../../../components/fact.tsx';
import { PageLink } from '../../../components/links.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Section } from '../../../components/section.tsx';
import { Time } from '../../../components/time.tsx';
import { counted } from '../../../texts/counted.ts';

type OidcSettings = Resource<'oidc-settings'>['attributes'];
type Key = OidcSettings['keys'][number] & { readonly id: string };

const columns: readonly Column<Key>[] = [
  { id: 'id', header: 'Key', cell: ({ id }) => id },
  {
    id: 'state',
    header: 'State',
    cell: (key) => (key['retired-at'] === null ? 'Signs new tokens' : 'Verifies older tokens'),
  },
  { id: 'created', header: 'Created', cell: (key) => <Time iso={key['created-at']} /> },
  { id: 'retired', header: 'Replaced', cell: (key) => <Time iso={key['retired-at']} absent="–" /> },
];

const Timers = ({ settings, former }: { readonly settings: OidcSettings; readonly former: number }) => (
  <Section
    title="Rotation"
    intro="The key is rotated every 90 days. A former key is deleted 30 days after it was replaced."
  >
    <Facts>
      <Fact name="Next rotation">
        <Time iso={settings['next-rotation-at']} />
      </Fact>
      <Fact name="Next deletion of former keys">
        <Time iso={former === 0 ? null : settings['next-trim-at']} absent="No former keys" />
      </Fact>
    </Facts>
  </Section>
);

const Acts = ({ former }: { readonly former: number }) => {
  const done = async (message: string) => {
    await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    notifyDone(message);
  };
  const rotate = () =>
    confirmAct({
      title: 'Rotate the signing key?',
      body: 'New tokens are signed with a new key. Existing tokens can still be verified with the former key.',
      act: 'Rotate the key',
      refused: 'Not rotated',
      isDangerous: false,
      onConfirm: async () => {
        await rotateKey();
        await done('The key was rotated. New tokens are signed with the new key.');
      },
    });
  const trim = () =>
    confirmAct({
      title: `Delete ${counted(former, 'former key')}?`,
      body: 'Tokens that a former key signed can no longer be verified. Wait until all of these tokens have expired. This cannot be undone.',
      act: 'Delete former keys',
      onConfirm: async () => {
        await trimKeys();
        await done('The former keys were deleted.');
      },
    });
  return (
    <Group>
      <Button onClick={rotate}>Rotate the key</Button>
      <Button variant="default" disabled={former === 0} onClick={trim}>
        Delete former keys
      </Button>
    </Group>
  );
};

/** Section for the keys that sign workload identity tokens. */
export function SigningKeys() {
  const { data, error, refetch } = useQuery(keysQuery);
  const settings = data?.data.attributes;
  const keys = (settings?.keys ?? []).map((key) => ({ ...key, id: key.kid }));
  const former = keys.length - 1;
  return (
    <Page
      title="Signing keys"
      intro="The first key signs new tokens. The other keys stay published so that existing tokens can still be verified."
      trail={<PageLink to="/app/site/settings">Settings</PageLink>}
    >
      <QueryState data={settings} error={error} refetch={refetch} />
      {settings !== undefined && (
        <>
          <DataTable caption="signing keys" columns={columns} rows={keys} nameOf={({ id }) => id} />
          <Acts former={former} />
          <Timers settings={settings} former={former} />
        </>
      )}
    </Page>
  );
}
