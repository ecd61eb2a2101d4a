import type { Migration } from './migration.ts';

// Neither a username nor an e-mail address has a space, so a word without one is in one of the two.
const wordsOf = (row: string): string => `${row}username_key || ' ' || ${row}email_key`;

// SQLite's trigram index knows rows by a number that never changes, which only a primary key of integers is.
const sqliteSearch = [
  `create table user_numbers (
    number integer primary key autoincrement,
    user_id text not null unique references users (id) on delete cascade
  )`,
  `create virtual table user_words using fts5(
    words, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1
  )`,
  `create trigger user_words_insert after insert on users begin
    insert into user_numbers (user_id) values (new.id);
    insert into user_words (rowid, words) select number, ${wordsOf('new.')} from user_numbers where user_id = new.id;
  end`,
  `create trigger user_words_update after update of username_key, email_key on users begin
    update user_words set words = ${wordsOf('new.')}
      where rowid = (select number from user_numbers where user_id = new.id);
  end`,
  `create trigger user_words_delete before delete on users begin
    delete from user_words where rowid = (select number from user_numbers where user_id = old.id);
  end`,
  'insert into user_numbers (user_id) select id from users',
  `insert into user_words (rowid, words)
    select number, ${wordsOf('')} from users inner join user_numbers on user_numbers.user_id = users.id`,
];

const postgresSearch = [
  'create extension if not exists pg_trgm',
  `create index users_by_words on users using gin ((${wordsOf('')}) gin_trgm_ops)`,
];

/** Sessions, two-factor authentication, links that set passwords, and finding one account among very many. */
export const people: Migration = {
  name: '0003-people',
  statements: ({ engine, text, createScratchTable }) => [
    `alter table users add column two_factor_secret ${text}`,
    `alter table users add column two_factor_confirmed_at ${text}`,
    'alter table users add column two_factor_step bigint',
    'drop index users_is_admin',
    'create index users_by_admin on users (is_admin, username_key)',
    'create index users_by_suspension on users (is_suspended, username_key)',
    'create index users_by_standing on users (is_admin, is_suspended, username_key)',
    'create index users_in_order on users (username_key, email_key, is_admin, is_suspended)',
    ...(engine === 'sqlite' ? sqliteSearch : postgresSearch),
    `create table user_counts (
      id integer primary key,
      active_members bigint not null,
      suspended_members bigint not null,
      active_admins bigint not null,
      suspended_admins bigint not null
    )`,
    `insert into user_counts
      select 1,
        coalesce(sum((1 - is_admin) * (1 - is_suspended)), 0),
        coalesce(sum((1 - is_admin) * is_suspended), 0),
        coalesce(sum(is_admin * (1 - is_suspended)), 0),
        coalesce(sum(is_admin * is_suspended), 0)
      from users`,
    `create table recovery_codes (
      user_id ${text} not null references users (id) on delete cascade,
      hash ${text} not null,
      primary key (user_id, hash)
    )`,
    `create table sessions (
      id ${text} primary key,
      hash ${text} not null unique,
      user_id ${text} not null references users (id) on delete cascade,
      impersonated_id ${text} references users (id) on delete set null,
      impersonation_reason ${text},
      impersonation_ends_at ${text},
      address ${text} not null,
      user_agent ${text} not null,
      created_at ${text} not null,
      last_used_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index sessions_user on sessions (user_id, created_at)',
    'create index sessions_impersonated on sessions (impersonated_id)',
    'create index sessions_expiry on sessions (expires_at)',
    `create table password_links (
      hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      created_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index password_links_user on password_links (user_id)',
    `${createScratchTable} failures (
      key ${text} primary key,
      count integer not null,
      ends_at ${text} not null
    )`,
    'create index failures_end on failures (ends_at)',
  ],
};
