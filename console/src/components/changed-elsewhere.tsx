// Conflict handling for two users who change the same record. The user who saves last sees the other user's changes,
// and can discard or save their own changes.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../../client/failure.ts';
import type { Tagged } from '../api/query.ts';
import { type ApiForm, labelOf, useApiForm } from './api-form.tsx';

/** A field with different values in two versions of a record. */
export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

interface ChangedElsewhereProps {
  readonly differences: readonly Difference[];
  /** Discards the user's changes and loads the current values. */
  readonly onReload: () => void;
  /** Saves the fields that the user changed. The other fields keep their current values. */
  readonly onSave: () => void;
}

/** Shows the changes of another user since the page was opened, with buttons to reload or to save. */
export function ChangedElsewhere({ differences, onReload, onSave }: ChangedElsewhereProps) {
  const alert = useRef<HTMLDivElement>(null);
  // `void` is needed, because newer browsers return a promise from `scrollIntoView`, and an effect may only return a
  // cleanup function.
  useEffect(() => void alert.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <Alert ref={alert} color="yellow" role="alert" title="Another user has changed this record">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {differences.length === 0
            ? 'Your changes were not saved. The stored values are the same as when you opened this page, so you can save your changes.'
            : 'Your changes were not saved, because these values have changed since you opened the page:'}
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

/** Returns the differences between two versions, limited to fields that have a label on the page. */
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

/** Returns the current values with the user's changes applied. */
const merged = <Fields extends Values>(opened: Fields, now: Fields, values: Fields): Fields => {
  const changed = Object.entries(values).filter(([field, value]) => opened[field] !== value);
  return { ...now, ...Object.fromEntries(changed) };
};

interface SharedRecord<Fields extends Values> {
  /** Values at the time when the page was opened. */
  readonly opened: Fields;
  /** Reads the current values with their entity tag. */
  readonly read: () => Promise<Tagged<Fields>>;
  /** Saves values and returns the stored values. Fails if the record has changed since `now` was read. */
  readonly save: (values: Fields, now: Tagged<Fields>) => Promise<Fields>;
}

interface SharedForm<Fields extends Values> {
  readonly state: ApiForm<Fields>;
  /** Message about changes by other users. The page shows it above the fields. */
  readonly notice: ReactNode;
}

/** Maximum number of attempts to save. An attempt fails if the record is changed after it was read. */
const maxAttempts = 3;

const isOutdated = (error: unknown): boolean => error instanceof ApiFailure && error.status === 412;

/** A form for a record that several users may change at the same time. */
export function useSharedForm<Fields extends Values>(record: SharedRecord<Fields>): SharedForm<Fields> {
  const { read, save } = record;
  const [opened, setOpened] = useState(record.opened);
  const [elsewhere, setElsewhere] = useState<{ readonly now: Fields; readonly differences: readonly Difference[] }>();
  // Values of the record, including other users' changes, that the user saw before choosing to save anyway.
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
