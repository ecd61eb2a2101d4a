// The banner of an instance that is held after a restore, for site administrators.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { boot } from '../api/boot.ts';
import { type HeldInstance, heldInstanceQuery, resumeInstance } from '../api/held-instance.ts';
import { confirmAct } from '../components/confirm.tsx';
import { exactTime } from '../components/relative-time.ts';
import { t } from '../texts/common.ts';

/** Effects of a resumption, each with its count. */
const effectsOf = (work: HeldInstance): readonly string[] => [
  t.resumeStream(work['stream-records'] ?? 0),
  t.resumeMails(work['mails-since']),
  t.resumeOldMails(work['mails-of-backup']),
  t.resumeCalls(work['run-task-calls']),
];

const confirmResumption = (work: HeldInstance): void =>
  confirmAct({
    title: t.resumeTitle,
    body: t.resumeBody,
    consequences: effectsOf(work),
    act: t.resume,
    refused: t.notResumed,
    onConfirm: async () => {
      await resumeInstance({ 'send-waiting': false });
      // The service writes into the document that the instance is held.
      globalThis.location.reload();
    },
  });

export function HeldBanner() {
  const { data } = useQuery({ ...heldInstanceQuery, enabled: boot.held !== undefined });
  if (boot.held === undefined) return null;
  const { at, madeAt } = boot.held;
  const work = data?.data.attributes;
  return (
    <Alert color="yellow" radius={0} role="region" aria-label={t.held} icon={<IconPlayerPause aria-hidden />}>
      <Group justify="space-between">
        <Text size="sm" style={{ flex: 1, minWidth: 200 }}>
          {t.heldSince(exactTime(at), exactTime(madeAt))}
        </Text>
        {work !== undefined && (
          <Button variant="default" onClick={() => confirmResumption(work)}>
            {t.resume}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
