import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keysQuery, rotateKey, trimKeys } from '../../../api/settings.ts';
import { confirmAct } from '../../../components/confirm.tsx';
import { type Column, DataTable, LoadingRows } from '../../../components/data-table.tsx';
import { Failure } from '../../../components/failure.tsx';
import { PageLink } from '../../../components/links.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Page } from '../../../components/page.tsx';
import { t } from '../../../texts/settings.ts';

interface Key {
  readonly id: string;
  readonly algorithm: string;
  readonly signs: boolean;
}

const columns = (): readonly Column<Key>[] => [
  { id: 'id', header: t.keyId, isName: true, cell: ({ id }) => id },
  { id: 'algorithm', header: t.algorithm, cell: ({ algorithm }) => algorithm },
  { id: 'state', header: t.keyState, cell: ({ signs }) => (signs ? t.keySigns : t.keyFormer) },
];

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
  const keys = (data?.keys ?? []).map(({ kid, alg }, index) => ({ id: kid, algorithm: alg, signs: index === 0 }));
  return (
    <Page title={t.keys} intro={t.keysIntro} trail={<PageLink to="/app/site/settings">{t.title}</PageLink>}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <LoadingRows />}
      {data !== undefined && (
        <>
          <DataTable caption={t.keyList} columns={columns()} rows={keys} nameOf={({ id }) => id} />
          <Acts former={keys.length - 1} />
        </>
      )}
    </Page>
  );
}
