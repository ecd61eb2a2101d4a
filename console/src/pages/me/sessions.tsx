import { Button, Group } from '@mantine/core';
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
import { counted } from '../../texts/counted.ts';
import { browserName } from './browser-name.ts';
import { AccountSections } from './sections.tsx';

type Session = Resource<'sessions'>;

const route = getRouteApi('/app/me/sessions');

const nameOf = ({ attributes }: Session): string => browserName(attributes['user-agent']) ?? 'Unknown';

const columns: readonly Column<Session>[] = [
  {
    id: 'browser',
    header: 'Browser',
    cell: (session) => (
      <Group gap="xs" component="span" title={session.attributes['user-agent']}>
        {nameOf(session)}
        {session.attributes['is-current'] && <Tag tone="good">This session</Tag>}
      </Group>
    ),
  },
  { id: 'address', header: 'Address', cell: ({ attributes }) => attributes.address },
  { id: 'created-at', header: 'Started', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
  { id: 'last-used-at', header: 'Last used', cell: ({ attributes }) => <Time iso={attributes['last-used-at']} /> },
  { id: 'expires-at', header: 'Ends', cell: ({ attributes }) => <Time iso={attributes['expires-at']} /> },
];

const done = async (message: string) => {
  await refresh('sessions');
  notifyDone(message);
};

const confirmEnd = (session: Session) =>
  confirmAct({
    title: 'End this session?',
    body: `${nameOf(session)} at ${session.attributes.address} is signed out immediately. Unsaved changes there are lost.`,
    act: 'End the session',
    refused: 'Not ended',
    onConfirm: async () => {
      await endSession(session.id);
      await done('The session has ended.');
    },
  });

const confirmEndOfOthers = (count: number) =>
  confirmAct({
    title: 'End all other sessions?',
    body: `${counted(count, 'session')} will be signed out immediately. This session stays signed in.`,
    act: 'End all other sessions',
    refused: 'Not ended',
    onConfirm: async () => {
      await endOtherSessions();
      await done('All other sessions have ended.');
    },
  });

/** Page of the user's own sessions. */
export function Sessions() {
  const list = useList(route, sessionsQuery);
  const total = list.query.data?.meta.pagination?.['total-count'] ?? 1;
  const isPossible = !isImpersonating && total > 1;
  return (
    <Page
      title="Sessions"
      intro="The devices and browsers where you are signed in."
      actions={
        isPossible && (
          <Button color="red" variant="outline" onClick={() => confirmEndOfOthers(total - 1)}>
            End all other sessions
          </Button>
        )
      }
    >
      <AccountSections />
      <ListView
        what="sessions"
        spec={sessionList}
        {...list}
        columns={columns}
        nameOf={nameOf}
        {...(!isImpersonating && {
          actions: (session: Session) =>
            session.attributes['is-current'] ? null : (
              <Button size="xs" variant="default" onClick={() => confirmEnd(session)}>
                End the session
              </Button>
            ),
        })}
      />
    </Page>
  );
}
