// Two people who change one record: the second one sees what the first one changed, and loses nothing.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../../client/failure.ts';
import type { Tagged } from '../api/query.ts';

import { type ApiForm, labelOf, useApiForm } from './api-form.tsx';

/** Difference between two versions of a record. */
export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

interface ChangedElsewhereProps {
  readonly differences: readonly Difference[];
  /** Takes the present values in place of what was written. */
  readonly onReload: () => void;
  /** Saves what was written, and only that, over the present values. */
  readonly onSave: () => void;
}

/** Somebody else changed the record meanwhile: shows what, and lets a person choose. */
export function ChangedElsewhere({ differences, onReload, onSave }: ChangedElsewhereProps) {
  const alert = useRef<HTMLDivElement>(null);
  // Newer browsers answer a promise, which is no clean-up of an effect.
  useEffect(() => void alert.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <Alert ref={alert} color="yellow" role="alert" title="Somebody else changed this in the meantime">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {differences.length === 0
            ? 'No value that this page shows has changed.'
            : 'Nothing was saved. These values have changed since you opened the page:'}
        </Text>
        {differences.map(({ name, before, now }) => (
          <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
            <strong>{name}</strong>: <del>{before}</del> → <ins>{now}</ins>
          </Text>
        ))}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onReload}>
            Load the current values
          </Button>
          <Button size="xs" onClick={onSave}>
            Save my changes
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

type Values = Record<string, unknown>;

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === '' ? 'None' : String(value);
};

/** Differences in the fields that have a label on the page. */
const differencesOf = (
  labelIn: (field: string) => string | undefined,
  before: Values,
  now: Values,
): readonly Difference[] =>
  Object.keys(now)
    .filter((field) => before[field] !== now[field])
    .flatMap((field) => {
      const name = labelIn(field);
      return name === undefined ? [] : [{ name, before: shown(before[field]), now: shown(now[field]) }];
    });

/** The present values, with what a person changed since the page opened. */
const merged = <Fields extends Values>(opened: Fields, now: Fields, values: Fields): Fields => {
  const changed = Object.entries(values).filter(([field, value]) => opened[field] !== value);
  return { ...now, ...Object.fromEntries(changed) };
};

interface SharedRecord<Fields extends Values> {
  /** The values when the page opened. */
  readonly opened: Fields;
  /** The values as they are now. */
  readonly read: () => Promise<Tagged<Fields>>;
  /** Saves values where the record is still what was read; answers those in force. */
  readonly save: (values: Fields, now: Tagged<Fields>) => Promise<Fields>;
}

interface SharedForm<Fields extends Values> {
  readonly state: ApiForm<Fields>;
  /** Changes by others since the page opened; shown above the fields. */
  readonly notice: ReactNode;
}

/** So often somebody else may change the record between the look at it and the write. */
const maxAttempts = 3;

const isOutdated = (error: unknown): boolean => error instanceof ApiFailure && error.status === 412;

/** A form of a record that other people change, too. */
export function useSharedForm<Fields extends Values>(record: SharedRecord<Fields>): SharedForm<Fields> {
  const { read, save } = record;
  const [opened, setOpened] = useState(record.opened);
  const [elsewhere, setElsewhere] = useState<{ readonly now: Fields; readonly differences: readonly Difference[] }>();
  // Changes by others that the person has seen, and accepted on saving.
  const accepted = useRef<Fields>(undefined);
  const begin = (values: Fields): void => {
    accepted.current = undefined;
    setOpened(values);
    setElsewhere(undefined);
    state.form.setValues(values);
  };
  const labelIn = (field: string) => labelOf(state.form.getInputNode(field));
  const attempt = async (values: Fields, attempts: number): Promise<void> => {
    const now = await read();
    if (differencesOf(labelIn, accepted.current ?? opened, now.data).length > 0) {
      setElsewhere({ now: now.data, differences: differencesOf(labelIn, opened, now.data) });
      return;
    }
    try {
      begin(await save(merged(opened, now.data, values), now));
    } catch (error) {
      if (!isOutdated(error) || attempts === maxAttempts) throw error;
      await attempt(values, attempts + 1);
    }
  };
  const state = useApiForm(record.opened, (values) => attempt(values, 1));
  const notice =
    elsewhere === undefined ? null : (
      <ChangedElsewhere
        differences={elsewhere.differences}
        onReload={() => begin(elsewhere.now)}
        onSave={() => {
          accepted.current = elsewhere.now;
          void state.submit();
        }}
      />
    );
  return { state, notice };
}
