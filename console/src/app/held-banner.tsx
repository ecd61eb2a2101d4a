// Banner for site administrators while the instance is on hold after a restore.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { boot } from '../api/boot.ts';
import { type HeldInstance, heldInstanceQuery, resumeInstance } from '../api/held-instance.ts';
import { exactTime } from '../api/time-preference.ts';
import { confirmAct } from '../components/confirm.tsx';

/** Describes the consequences of resuming the instance, with the number of affected records. */
const effectsOf = (work: HeldInstance): readonly string[] => [
  `${(work['stream-records'] ?? 0).toLocaleString('en')} audit records will be sent to the audit stream.`,
  `${work['mails-since'].toLocaleString('en')} mails that were queued since the restore will be sent.`,
  `${work['mails-of-backup'].toLocaleString('en')} mails that were queued when the backup was made will be deleted. To send them instead, resume the instance with "tipstaff resume --send-waiting".`,
  `${work['run-task-calls'].toLocaleString('en')} calls from run platforms will be answered.`,
];

const confirmResumption = (work: HeldInstance): void =>
  confirmAct({
    title: 'Resume this instance?',
    body: 'The instance will send mail and call other services again. Resume it only if it replaces the instance from which the backup was made.',
    consequences: effectsOf(work),
    act: 'Resume',
    refused: 'The instance was not resumed',
    onConfirm: async () => {
      await resumeInstance({ 'send-waiting': false });
      // Reloads the page, because the hold status is part of the HTML document.
      globalThis.location.reload();
    },
  });

export function HeldBanner() {
  const { data } = useQuery({ ...heldInstanceQuery, enabled: boot.held !== undefined });
  if (boot.held === undefined) return null;
  const { at, madeAt } = boot.held;
  const work = data?.data.attributes;
  return (
    <Alert
      color="yellow"
      radius={0}
      role="region"
      aria-label="Restored instance"
      icon={<IconPlayerPause aria-hidden />}
    >
      <Group justify="space-between">
        <Text size="sm" style={{ flex: 1, minWidth: 200 }}>
          {`This instance was restored on ${exactTime(at)} from the backup of ${exactTime(madeAt)} and is paused. It does not send mail, text messages or audit records, does not answer run tasks, and does not delete old data.`}
        </Text>
        {work !== undefined && (
          <Button variant="default" onClick={() => confirmResumption(work)}>
            Resume
          </Button>
        )}
      </Group>
    </Alert>
  );
}
