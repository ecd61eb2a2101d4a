import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isImpersonating } from '../../api/account.ts';
import type { Resource } from '../../api/client.ts';
import { sessionList } from '../../api/list-specs.ts';
import { endOtherSessions, endSession, sessionsQuery } from '../../api/profile.ts';
import { refresh } from '../../api/refresh.ts';
import { confirmAct } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { counted } from '../../texts/common.ts';
import { t } from '../../texts/me.ts';
import { not } from '../../texts/refusals.ts';
import { browserName } from './browser-name.ts';
import { AccountSections } from './sections.tsx';

type Session = Resource<'sessions'>;

const route = getRouteApi('/app/me/sessions');

const nameOf = ({ attributes }: Session): string => browserName(attributes['user-agent']) ?? t.unknownBrowser;

const columns = (): readonly Column<Session>[] => [
  {
    id: 'browser',
    header: t.browser,
    isName: true,
    cell: (session) => (
      <Group gap="xs" component="span" title={session.attributes['user-agent']}>
        {nameOf(session)}
        {session.attributes['is-current'] && <Tag tone="good">{t.thisSession}</Tag>}
      </Group>
    ),
  },
  { id: 'address', header: t.address, cell: ({ attributes }) => attributes.address },
  { id: 'created-at', header: t.started, cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
  { id: 'last-used-at', header: t.lastUsed, cell: ({ attributes }) => <Time iso={attributes['last-used-at']} /> },
  { id: 'expires-at', header: t.ends, cell: ({ attributes }) => <Time iso={attributes['expires-at']} /> },
];

const useEnding = () => {
  const queryClient = useQueryClient();
  const done = async (message: string) => {
    await refresh(queryClient, 'sessions');
    notifyDone(message);
  };
  const one = (session: Session) =>
    confirmAct({
      title: t.endSessionTitle,
      body: t.endSessionBody(nameOf(session), session.attributes.address),
      act: t.endSession,
      refused: not.ended,
      onConfirm: async () => {
        await endSession(session.id);
        await done(t.sessionEnded);
      },
    });
  const others = (count: number) =>
    confirmAct({
      title: t.endOthersTitle,
      body: t.endOthersBody(counted(count, 'session')),
      act: t.endOthers,
      refused: not.ended,
      onConfirm: async () => {
        await endOtherSessions();
        await done(t.othersEnded);
      },
    });
  return { one, others };
};

/** One's own sessions. */
export function Sessions() {
  const list = useList(route, sessionsQuery);
  const { one, others } = useEnding();
  const total = list.query.data?.meta.pagination?.['total-count'] ?? 1;
  const isPossible = !isImpersonating && total > 1;
  return (
    <Page
      title={t.sessions}
      intro={t.sessionsIntro}
      actions={
        isPossible && (
          <Button color="red" variant="outline" onClick={() => others(total - 1)}>
            {t.endOthers}
          </Button>
        )
      }
    >
      <AccountSections />
      <ListView
        what={t.sessionsWhat}
        spec={sessionList}
        {...list}
        columns={columns()}
        nameOf={nameOf}
        {...(!isImpersonating && {
          actions: (session: Session) =>
            session.attributes['is-current'] ? null : (
              <Button size="xs" variant="default" onClick={() => one(session)}>
                {t.endSession}
              </Button>
            ),
        })}
      />
    </Page>
  );
}
