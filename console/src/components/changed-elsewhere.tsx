// Conflict handling if two users change the same record: the second user sees the first user's changes and can keep
// their own.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../../client/failure.ts';
import type { Tagged } from '../api/query.ts';
import { type ApiForm, labelOf, useApiForm } from './api-form.tsx';

/** A field whose value differs between two versions of a record. */
export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

interface ChangedElsewhereProps {
  readonly differences: readonly Difference[];
  /** Discards the user's changes and loads the current values. */
  readonly onReload: () => void;
  /** Saves only the fields that the user changed, and keeps the current values of the others. */
  readonly onSave: () => void;
}

/** Shows what another user changed in the meantime, and offers to reload or to save. */
export function ChangedElsewhere({ differences, onReload, onSave }: ChangedElsewhereProps) {
  const alert = useRef<HTMLDivElement>(null);
  // In newer browsers `scrollIntoView` returns a promise, which must not be returned as the cleanup function of the
  // effect.
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

/** Returns the differences in fields that have a label on the page. */
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

/** Applies the user's changes since the page was opened to the current values. */
const merged = <Fields extends Values>(opened: Fields, now: Fields, values: Fields): Fields => {
  const changed = Object.entries(values).filter(([field, value]) => opened[field] !== value);
  return { ...now, ...Object.fromEntries(changed) };
};

interface SharedRecord<Fields extends Values> {
  /** Values at the time when the page was opened. */
  readonly opened: Fields;
  /** Reads the current values with their entity tag. */
  readonly read: () => Promise<Tagged<Fields>>;
  /** Saves values if the record still has the entity tag of `now`, and returns the stored values. */
  readonly save: (values: Fields, now: Tagged<Fields>) => Promise<Fields>;
}

interface SharedForm<Fields extends Values> {
  readonly state: ApiForm<Fields>;
  /** Message about changes by other users, to be shown above the fields. */
  readonly notice: ReactNode;
}

/** Maximum number of attempts if the record is changed between reading and writing it. */
const maxAttempts = 3;

const isOutdated = (error: unknown): boolean => error instanceof ApiFailure && error.status === 412;

/** A form for a record that several users may change at the same time. */
export function useSharedForm<Fields extends Values>(record: SharedRecord<Fields>): SharedForm<Fields> {
  const { read, save } = record;
  const [opened, setOpened] = useState(record.opened);
  const [elsewhere, setElsewhere] = useState<{ readonly now: Fields; readonly differences: readonly Difference[] }>();
  // Values with other users' changes that the user has seen and decided to keep.
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
