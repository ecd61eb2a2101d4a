import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';

export const t = catalogue({
  status: 'Status of the stream',
  statusIntro:
    'Records stay in the database until the receiver accepts them. This status is refreshed every 5 seconds.',
  state: 'State',
  off: 'Off',
  fine: 'OK',
  failing: (times: number) => `Failed ${counted(times, 'time')} in a row`,
  sentThrough: 'Last record that was sent',
  notBegun: 'Not started',
  behind: 'Records waiting',
  oldestUnsent: 'Oldest waiting record',
  lastSent: 'Last sent',
  never: 'Never',
  none: 'None',
  failure: 'Last failure',
  head: 'Head, for “tipstaff audit verify-stream”',
  skipped: 'Archived before they were sent',
  records: (from: number, to: number) => (from === to ? `Record ${from}` : `Records ${from} to ${to}`),
  test: 'Test the receiver',
  testIntro: 'Uses the saved settings, so save your changes first. No record is sent.',
  tested: 'The receiver was reached.',
  again: 'Send records again',
  againIntro:
    'Use this after the receiver lost records or was replaced. It receives records again that it already has.',
  from: 'From',
  fromHint: '“beginning”, “now”, or the number of a record, such as 4711.',
  begun: 'The stream starts again.',
});
