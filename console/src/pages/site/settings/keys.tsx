import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '../../../api/client.ts';
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
import { not } from '../../../texts/refusals.ts';
import { t } from '../../../texts/settings.ts';

type OidcSettings = Resource<'oidc-settings'>['attributes'];
type Key = OidcSettings['keys'][number] & { readonly id: string };

const columns = (): readonly Column<Key>[] => [
  { id: 'id', header: t.keyId, isName: true, cell: ({ id }) => id },
  { id: 'state', header: t.keyState, cell: (key) => (key['retired-at'] === null ? t.keySigns : t.keyFormer) },
  { id: 'created', header: t.keyCreated, cell: (key) => <Time iso={key['created-at']} /> },
  { id: 'retired', header: t.keyRetired, cell: (key) => <Time iso={key['retired-at']} absent="–" /> },
];

const Timers = ({ settings, former }: { readonly settings: OidcSettings; readonly former: number }) => (
  <Section title={t.timers} intro={t.keyTimes}>
    <Facts>
      <Fact name={t.nextRotation}>
        <Time iso={settings['next-rotation-at']} />
      </Fact>
      <Fact name={t.nextTrim}>
        <Time iso={former === 0 ? null : settings['next-trim-at']} absent={t.noFormerKeys} />
      </Fact>
    </Facts>
  </Section>
);

const Acts = ({ former }: { readonly former: number }) => {
  const queryClient = useQueryClient();
  const done = async (message: string) => {
    await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    notifyDone(message);
  };
  const rotate = () =>
    confirmAct({
      title: t.rotateTitle,
      body: t.rotateBody,
      act: t.rotate,
      refused: not.rotated,
      isDangerous: false,
      onConfirm: async () => {
        await rotateKey();
        await done(t.rotated);
      },
    });
  const trim = () =>
    confirmAct({
      title: t.trimTitle(former),
      body: t.trimBody,
      act: t.trim,
      onConfirm: async () => {
        await trimKeys();
        await done(t.trimmed);
      },
    });
  return (
    <Group>
      <Button onClick={rotate}>{t.rotate}</Button>
      <Button variant="default" disabled={former === 0} onClick={trim}>
        {t.trim}
      </Button>
    </Group>
  );
};

/** The keys that sign workload identity tokens. */
export function SigningKeys() {
  const { data, error, refetch } = useQuery(keysQuery);
  const settings = data?.data.attributes;
  const keys = (settings?.keys ?? []).map((key) => ({ ...key, id: key.kid }));
  const former = keys.length - 1;
  return (
    <Page title={t.keys} intro={t.keysIntro} trail={<PageLink to="/app/site/settings">{t.title}</PageLink>}>
      <QueryState data={settings} error={error} refetch={refetch} />
      {settings !== undefined && (
        <>
          <DataTable caption={t.keyList} columns={columns()} rows={keys} nameOf={({ id }) => id} />
          <Acts former={former} />
          <Timers settings={settings} former={former} />
        </>
      )}
    </Page>
  );
}
