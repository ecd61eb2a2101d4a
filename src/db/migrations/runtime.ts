import type { Migration } from './migration.ts';

export const runtime: Migration = {
  name: 'runtime',
  statements: ({ text, createScratchTable }) => [
    // The instance that does a job at present.
    `create table leases (
      name ${text} primary key,
      owner ${text} not null,
      epoch bigint not null,
      expires_at ${text} not null
    )`,

    // The token bucket of each client.
    `${createScratchTable} rate_limits (
      client ${text} primary key,
      tokens double precision not null,
      is_allowed integer not null,
      refilled_at double precision not null
    )`,

    // Wrong guesses of a secret within the present window.
    `${createScratchTable} failures (
      key ${text} primary key,
      count integer not null,
      ends_at ${text} not null
    )`,
    'create index failures_end on failures (ends_at)',
  ],
};
