// Tools of the audit stream: how far it is, a test of its receiver, and another beginning.
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AuditStreamStatus, auditStreamQuery, streamFrom, testReceiver } from '../../../api/audit-stream.ts';
import type { Settings } from '../../../api/settings.ts';
import { ApiFormView, field, useApiForm } from '../../../components/api-form.tsx';
import { FactTable } from '../../../components/fact-table.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Tag } from '../../../components/tag.tsx';
import { Time } from '../../../components/time.tsx';
import { t } from '../../../texts/audit-stream.ts';
import { not } from '../../../texts/refusals.ts';
import { Tool } from './tool.tsx';

const State = ({ status: { enabled, failures } }: { readonly status: AuditStreamStatus }) => {
  if (!enabled) return t.off;
  return <Tag tone={failures === 0 ? 'good' : 'bad'}>{failures === 0 ? t.fine : t.failing(failures)}</Tag>;
};

const factsOf = (status: AuditStreamStatus): readonly (readonly [string, ReactNode])[] => [
  [t.state, <State key="state" status={status} />],
  [t.sentThrough, status['sent-through'] ?? t.notBegun],
  [t.behind, status['records-behind']],
  [t.oldestUnsent, <Time key="oldest" iso={status['oldest-unsent-at']} absent={t.none} />],
  [t.lastSent, <Time key="last" iso={status['last-sent-at']} absent={t.never} />],
  [t.failure, status.failure ?? t.none],
  [t.head, status.head ?? t.none],
  ...(status.skipped === null ? [] : [[t.skipped, t.records(status.skipped.from, status.skipped.to)] as const]),
];

const Status = () => {
  const { data, error, refetch } = useQuery(auditStreamQuery);
  return (
    <Tool title={t.status} intro={t.statusIntro}>
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <FactTable facts={factsOf(data.data.attributes)} />}
    </Tool>
  );
};

const TestReceiver = () => {
  const state = useApiForm({}, testReceiver);
  return (
    <Tool title={t.test} intro={t.testIntro}>
      <ApiFormView state={state} act={t.test} refused={not.sent} onDone={() => notifyDone(t.tested)}>
        {null}
      </ApiFormView>
    </Tool>
  );
};

const BeginAgain = ({ onChange }: { readonly onChange: () => unknown }) => {
  const state = useApiForm({ from: '' }, ({ from }) => streamFrom(from.trim()));
  const done = async () => {
    await onChange();
    notifyDone(t.begun);
  };
  return (
    <Tool title={t.again} intro={t.againIntro}>
      <ApiFormView state={state} act={t.again} refused={not.changed} onDone={done}>
        <TextInput {...field(state.form, 'from', t.from, t.fromHint)} required />
      </ApiFormView>
    </Tool>
  );
};

/** Tools of the audit stream; without a receiver only its status. */
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
