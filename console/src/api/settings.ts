// Instance settings. The form fields are defined in `settings-fields.json`. This file is generated from the same
// declarations as the API's routes and OpenAPI description.
import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../client/client.ts';
import { orAbsent } from '../../../client/failure.ts';
import { client } from './client.ts';
import { acting, calling, creating, record, type Tagged } from './query.ts';
import { keyOf } from './query-key.ts';
import fields from './settings-fields.json';

export type SettingValue = string | number | boolean | readonly string[] | null;
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** A setting and how the form shows it. */
export interface SettingField {
  readonly name: string;
  readonly input: string;
  readonly options?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: SettingValue;
  readonly canBeNull?: boolean;
  readonly isReadOnly?: boolean;
  readonly isSecret?: boolean;
}

/** Values of a settings group with their entity tag. The tag is undefined if nothing is stored for the group. */
export interface Settings extends Tagged<SettingValues> {
  /** Names of the secrets that are set. */
  readonly setSecrets: readonly string[];
  readonly certificates: readonly Certificate[];
  /** Reason why the stored settings do not work. */
  readonly problem?: string | undefined;
}

interface Certificate {
  /** Name of the setting that holds the certificate. */
  readonly name: string;
  readonly subject: string;
  readonly 'sha256-fingerprint': string;
  readonly 'not-after': string;
}

interface Group {
  readonly fields: readonly SettingField[];
  readonly read: (signal: AbortSignal | undefined) => Promise<Settings>;
  readonly update: (values: SettingValues, etag: string | undefined) => Promise<Settings>;
}

interface Shown {
  readonly data: { readonly attributes: object };
  readonly meta?: {
    readonly 'set-secrets'?: readonly string[];
    readonly certificates?: readonly Certificate[];
    readonly problem?: string | null;
  };
}

const valuesOf = ({ document: { data, meta }, etag }: Answer<Shown>): Settings => ({
  data: Object.fromEntries(Object.entries(data.attributes)),
  etag,
  setSecrets: meta?.['set-secrets'] ?? [],
  certificates: meta?.certificates ?? [],
  problem: meta?.problem ?? undefined,
});

/**
 * Returns the request body for setting values. The type conversion is safe, because the form uses only declared names
 * and the service validates the values.
 */
const body = (values: SettingValues) => {
  const attributes = JSON.parse(JSON.stringify(values));
  return { body: { data: { attributes } } };
};

const retentionPath = '/api/v2/admin/data-retention-policy-settings';
const retentionName = 'delete-older-than-n-days';

/** Reads the retention settings. The service returns 404 if no retention is set, and then keeps all data. */
const readRetention = async (signal: AbortSignal | undefined): Promise<Settings> => {
  const answer = await orAbsent(client.answer('get', retentionPath, { signal: signal ?? null }));
  if (answer !== undefined) return valuesOf(answer);
  return { data: { [retentionName]: null }, etag: undefined, setSecrets: [], certificates: [] };
};

const updateRetention = async (values: SettingValues, ifMatch: string | undefined): Promise<Settings> => {
  if (values[retentionName] !== null)
    return valuesOf(await client.answer('post', retentionPath, { ...body(values), ifMatch }));
  await client.delete(retentionPath, { ifMatch });
  return readRetention(undefined);
};

const retention: Group = {
  fields: [{ name: retentionName, input: 'integer', minimum: 1, canBeNull: true }],
  read: readRetention,
  update: updateRetention,
};

/**
 * Order of the first fields in the SAML form: values to enter at the identity provider, then values to copy from it.
 */
const samlOrder = [
  'enabled',
  'acs-consumer-url',
  'metadata-url',
  'sso-endpoint-url',
  'slo-endpoint-url',
  'idp-cert',
  'old-idp-cert',
  'idp-entity-id',
];

const ordered = (all: readonly SettingField[], first: readonly string[]): readonly SettingField[] => [
  ...first.flatMap((name) => all.find((field) => field.name === name) ?? []),
  ...all.filter(({ name }) => !first.includes(name)),
];

type StoredGroup = keyof typeof fields;

/** Groups of settings as the console shows them. `two-factor` is the part of `general` that concerns the sign-in. */
export type SettingsGroup = StoredGroup | 'data-retention' | 'two-factor';

const twoFactorSetting = 'require-two-factor-for-admins';

/**
 * Settings of `general` that the console does not show in this group. The settings about runs are stored, but have no
 * effect.
 */
const notShown = [
  twoFactorSetting,
  'plan-timeout',
  'apply-timeout',
  'send-passing-statuses-for-untriggered-speculative-plans',
  'allow-speculative-plans-on-pull-requests-from-forks',
  'default-remote-state-access',
];

const isStored = (name: string): name is StoredGroup => Object.hasOwn(fields, name);

export const isSettingsGroup = (name: string): name is SettingsGroup =>
  isStored(name) || name === 'data-retention' || name === 'two-factor';

const pathOf = (group: StoredGroup) => `/api/v2/admin/${group}-settings` as const;

const fieldsOf = (name: StoredGroup): readonly SettingField[] => {
  const all: readonly SettingField[] = fields[name];
  if (name === 'saml') return ordered(all, samlOrder);
  return name === 'general' ? all.filter((field) => !notShown.includes(field.name)) : all;
};

const storedGroup = (name: StoredGroup, shown: readonly SettingField[]): Group => ({
  fields: shown,
  read: async (signal) => valuesOf(await client.answer('get', pathOf(name), { signal: signal ?? null })),
  update: async (values, ifMatch) => valuesOf(await client.answer('patch', pathOf(name), { ...body(values), ifMatch })),
});

export function settingsGroup(name: SettingsGroup): Group {
  if (isStored(name)) return storedGroup(name, fieldsOf(name));
  if (name === 'data-retention') return retention;
  const all: readonly SettingField[] = fields.general;
  return storedGroup(
    'general',
    all.filter((field) => field.name === twoFactorSetting),
  );
}

export const settingsQuery = (group: SettingsGroup) =>
  queryOptions({
    queryKey: keyOf('settings', group),
    queryFn: ({ signal }) => settingsGroup(group).read(signal),
    // A refresh would replace the values in an open form, so they are read again only after saving or reloading.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Shows the buttons of the OpenID Connect providers on the sign-in page. */
export const turnOnOpenId = () => settingsGroup('oidc-sign-in').update({ enabled: true }, undefined);

/** Sends a test mail with the stored settings. */
export const sendTestMail = (address: string) =>
  settingsGroup('smtp').update({ 'test-email-address': address }, undefined);

/** Sends a test text message with the stored settings. */
export const sendTestText = calling('post', '/api/v2/admin/sms-settings/verify');

/** Checks a SAML response as for a sign-in, without changing anything. */
export const tryResponse = creating('/api/v2/admin/saml-settings/actions/test', 'saml-checks');

/** Stops accepting SAML responses that are signed with the previous certificate. */
export const revokeOldCertificate = acting('/api/v2/admin/saml-settings/actions/revoke-old-certificate');

const keys = '/api/v2/admin/oidc-settings';

/**
 * Signing keys for workload identity tokens, current key first, and the times of the next key rotation and of the next
 * removal of old keys.
 */
export const keysQuery = record('signing-keys', keys)();

export const rotateKey = () => client.post(`${keys}/actions/rotate-key`, { body: {} });
export const trimKeys = () => client.post(`${keys}/actions/trim-key`, { body: {} });
