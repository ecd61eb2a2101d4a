// Tools for the audit stream: its status, a test of the receiver, and a restart.
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AuditStreamStatus, auditStreamQuery, streamFrom, testReceiver } from '../../../api/audit-stream.ts';
import type { Settings } from '../../../api/settings.ts';
import { ApiFormView, useApiForm } from '../../../components/api-form.tsx';
import { FactTable } from '../../../components/fact-table.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Tag } from '../../../components/tag.tsx';
import { Time } from '../../../components/time.tsx';
import { counted } from '../../../texts/counted.ts';
import { Tool } from './tool.tsx';

const State = ({ status: { enabled, failures } }: { readonly status: AuditStreamStatus }) => {
  if (!enabled) return 'Off';
  return (
    <Tag tone={failures === 0 ? 'good' : 'bad'}>
      {failures === 0 ? 'OK' : `Failed ${counted(failures, 'time')} in a row`}
    </Tag>
  );
};

const factsOf = (status: AuditStreamStatus): readonly (readonly [string, ReactNode])[] => [
  ['State', <State key="state" status={status} />],
  ['Number of the last sent record', status['sent-through'] ?? 'Not started'],
  ['Records waiting', status['records-behind']],
  ['Oldest waiting record', <Time key="oldest" iso={status['oldest-unsent-at']} absent="None" />],
  ['Last sent', <Time key="last" iso={status['last-sent-at']} absent="Never" />],
  ['Last failure', status.failure ?? 'None'],
  ['Value of --head for “tipstaff audit verify-stream”', status.head ?? 'None'],
  ...(status.skipped === null
    ? []
    : [
        [
          'Records archived before they were sent',
          status.skipped.from === status.skipped.to
            ? `Record ${status.skipped.from}`
            : `Records ${status.skipped.from} to ${status.skipped.to}`,
        ] as const,
      ]),
];

const Status = () => {
  const { data, error, refetch } = useQuery(auditStreamQuery);
  return (
    <Tool
      title="Status of the stream"
      intro="Records stay in the database until the receiver accepts them. This status is refreshed every 5 seconds."
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <FactTable facts={factsOf(data.data.attributes)} />}
    </Tool>
  );
};

const TestReceiver = () => {
  const state = useApiForm({}, async () => {
    await testReceiver();
    notifyDone('The receiver was reached.');
  });
  return (
    <Tool title="Test the receiver" intro="Uses the saved settings, so save your changes first. No record is sent.">
      <ApiFormView state={state} act="Test the receiver" refused="Not sent">
        {null}
      </ApiFormView>
    </Tool>
  );
};

const BeginAgain = ({ onChange }: { readonly onChange: () => unknown }) => {
  const state = useApiForm({ from: '' }, async ({ from }) => {
    await streamFrom(from.trim());
    await onChange();
    notifyDone('The audit stream was restarted.');
  });
  return (
    <Tool
      title="Send records again"
      intro="Send records again if the receiver lost records or was replaced. The receiver may then get some records twice."
    >
      <ApiFormView state={state} act="Send records again" refused="Not changed">
        <TextInput
          {...state.form.field('from', 'From')}
          description="Enter “beginning”, “now”, or the number of a record, such as 4711."
          required
        />
      </ApiFormView>
    </Tool>
  );
};

/** Tools for the audit stream. If no receiver is configured, only the status is shown. */
export function AuditStreamTools({
  settings,
  onChange,
}: {
  readonly settings: Settings;
  readonly onChange: () => unknown;
}) {
  const isOn = settings.data.enabled === true;
  return (
    <>
      <Status />
      {isOn && <TestReceiver />}
      {isOn && <BeginAgain onChange={onChange} />}
    </>
  );
}
