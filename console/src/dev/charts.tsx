// Sample charts with much data, little data, no data and long names.
import { DayLine } from '../components/charts/day-line.tsx';
import { HeatMap } from '../components/charts/heat-map.tsx';
import { OrganizationLine } from '../components/charts/organization-line.tsx';
import { PartsBar, ShareBar } from '../components/charts/parts-bar.tsx';
import { StackedColumns } from '../components/charts/stacked-columns.tsx';
import { Section } from '../components/section.tsx';
import { longText, longWord } from './samples.ts';

const tones = ['good', 'bad', 'warned', 'errored', 'neutral', 'absent'] as const;

const partsWith = (counts: readonly number[]) =>
  tones.map((tone, index) => ({
    id: tone,
    name: index === 2 ? longWord : `Part ${index}`,
    count: counts[index] ?? 0,
    tone,
  }));

const series = tones.map((tone, index) => ({ name: `Series ${index}`, tone }));

const periodsWith = (highest: number) =>
  Array.from({ length: 13 }, (_, at) => ({
    id: `${at}`,
    name: `Week ${at}`,
    counts: tones.map((_tone, index) => (at * (index + 3)) % (highest + 1)),
    marks: at % 5 === 2 ? [`Revision ${at}`, longText] : [],
  }));

const lineOf = (highest: number) =>
  Array.from({ length: 30 }, (_, at) => ({ day: `${at}`, all: (at * 7) % (highest + 1), blocked: (at * 3) % 5 }));

const cells = (row: number) =>
  new Map(
    tones.flatMap((tone, index) =>
      (index + row) % 4 === 0 ? [] : [[`${index}`, { tone, mark: '✓!~✕·'[index] ?? '', says: longText }]],
    ),
  );

export function Charts() {
  return (
    <>
      <Section title="Parts of a total">
        <PartsBar label="Much" unit="Plans" parts={partsWith([1_234_567, 4, 20_000, 0, 300_000])} />
        <PartsBar label="Some pending" unit="Plans" parts={partsWith([3, 2, 0, 1, 0])} total={12} />
        <PartsBar label="Nothing" unit="Plans" parts={partsWith([])} />
      </Section>
      <Section title="Columns over time">
        <StackedColumns label="Much" unit="Week" marked="Revisions" series={series} periods={periodsWith(9_999)} />
        <StackedColumns label="Nothing" unit="Week" series={series} periods={periodsWith(0)} />
        <StackedColumns label="No periods" unit="Week" series={series} periods={[]} />
      </Section>
      <Section title="Small charts">
        <DayLine says="Much" days={lineOf(40)} />
        <DayLine says="Nothing" days={[]} />
        <ShareBar label="Much" parts={partsWith([0, 1, 4, 9, 16])} height={12} />
        <ShareBar label="Nothing" parts={[]} height={12} />
        <OrganizationLine organization="none" seesAll />
      </Section>
      <Section title="Table of results">
        <HeatMap
          label="Much"
          unit="Workspace"
          noteUnit="Now"
          empty="None"
          columns={tones.map((tone, index) => ({ id: `${index}`, name: index === 1 ? longWord : tone }))}
          rows={[0, 1, 2].map((row) => ({ id: `${row}`, heading: longWord, note: 'Failed', cells: cells(row) }))}
        />
        <HeatMap label="Nothing" unit="Workspace" empty="None" columns={[]} rows={[]} />
      </Section>
    </>
  );
}
