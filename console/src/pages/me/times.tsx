// Section in which the user chooses how times are shown. Each choice is stored immediately.
import { Checkbox, NativeSelect, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { exactTime, preferTimes, type TimePreference, timePreference } from '../../api/time-preference.ts';
import { Section } from '../../components/section.tsx';

const browserZone = 'browser';

const zones = [
  { value: browserZone, label: `Same as the browser (${new Intl.DateTimeFormat().resolvedOptions().timeZone})` },
  ...[...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])],
];

const clocks = [
  { value: '', label: 'Same as the language of the browser' },
  { value: 'h23', label: '24 hours' },
  { value: 'h12', label: '12 hours, with AM and PM' },
] as const;

export function Times() {
  const [chosen, setChosen] = useState(timePreference);
  const choose = (part: Partial<TimePreference>) => {
    preferTimes({ ...chosen, ...part });
    setChosen(timePreference());
  };
  return (
    <Section
      title="Times"
      intro="These choices take effect immediately in this browser, also for the days in date fields. Other browsers keep their own settings."
    >
      <Stack maw={480}>
        <Select
          label="Time zone"
          data={zones}
          value={chosen.zone || browserZone}
          onChange={(zone) => choose({ zone: zone === null || zone === browserZone ? '' : zone })}
          allowDeselect={false}
          searchable
          nothingFoundMessage="No time zone has this name."
        />
        <NativeSelect
          label="Clock"
          data={[...clocks]}
          value={chosen.clock}
          onChange={({ currentTarget }) =>
            choose({ clock: clocks.find(({ value }) => value === currentTarget.value)?.value ?? '' })
          }
        />
        <Checkbox
          label="Show exact times instead of times like “3 hours ago”"
          checked={chosen.isExact}
          onChange={({ currentTarget }) => choose({ isExact: currentTarget.checked })}
        />
        <Text size="sm" role="status">{`Now: ${exactTime(new Date().toISOString())}`}</Text>
      </Stack>
    </Section>
  );
}
