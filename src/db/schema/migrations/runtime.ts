import type { Migration } from './migration.ts';

export const runtime: Migration = {
  name: 'runtime-schema',
  statements: ({ text, createScratchTable }) => [
    // Properties of this installation, such as the identifier of its encryption key.
    `create table instance (
      name ${text} primary key,
      value ${text} not null
    )`,

    // Jobs, and the service instance that currently runs each of them.
    `create table leases (
      name ${text} primary key,
      owner ${text} not null,
      epoch bigint not null,
      expires_at ${text} not null
    )`,

    // Processes that use this database, and the state of their jobs.
    `create table presences (
      id ${text} primary key,
      host ${text} not null,
      version ${text} not null,
      started_at ${text} not null,
      seen_at ${text} not null,
      jobs ${text} not null,
      expires_at ${text} not null
    )`,
    'create index presences_expiry on presences (expires_at)',

    // Requests of each client within its rate limit window: the number of requests in each tenth of a second, oldest
    // first, separated by commas.
    `${createScratchTable} rate_limits (
      client ${text} primary key,
      counts ${text} not null,
      is_allowed integer not null,
      tenth double precision not null
    )`,

    // Number of failed attempts to guess a secret within the current time window.
    `${createScratchTable} failed_attempts (
      key ${text} primary key,
      count integer not null,
      expires_at ${text} not null
    )`,
    'create index failed_attempts_expiry on failed_attempts (expires_at)',

    // Stored responses to requests with an Idempotency-Key.
    `create table kept_answers (
      id ${text} primary key,
      caller ${text} not null,
      fingerprint ${text} not null,
      status integer not null,
      headers ${text} not null,
      body ${text},
      record ${text},
      expires_at ${text} not null
    )`,
    'create index kept_answers_by_caller on kept_answers (caller, expires_at)',
    'create index kept_answers_expiry on kept_answers (expires_at)',
  ],
};
