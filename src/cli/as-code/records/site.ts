// Resource types of the site: settings, data retention, plans and site administrators.
import { Type } from 'typebox';
import { orAbsent } from '../../../../client/failure.ts';
import { settingsGroups } from '../../../domains/index.ts';
import { namedGroups } from '../../../domains/instance/commands.ts';
import { settableAttributes } from '../../../domains/organizations/commands.ts';
import { neutral } from '../../../jsonapi/vocabulary.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { NotChecked } from '../../terminal/command.ts';
import { sentValues } from '../difference.ts';
import { type DeclaredRecord, type Present, type RecordValues, storedSecret } from '../model.ts';
import type { Area, RecordKind } from '../record-kind.ts';
import {
  type ApiTarget,
  createAt,
  documentAt,
  listAt,
  patchAt,
  pathIn,
  registerId,
  textIn,
  type WireRecord,
} from '../wire.ts';

/** Groups of site settings, with the schemas of their attributes in files. */
export const groups = namedGroups({ vocabulary: neutral }, settingsGroups).map(({ id, group, schemas, secrets }) => ({
  id,
  /**
   * Schemas of the stored attributes. Two types of attributes are left out: aliases, which repeat the value of another
   * attribute, and transient attributes, whose values are not stored.
   */
  schemas: Object.fromEntries([...schemas].filter(([name]) => group.attributes[name]?.kind === 'stored')),
  secrets,
}));

const typeOf = (id: string): string => `${id}-settings`;

export const settingsKind: RecordKind = {
  name: 'settings',
  noun: 'settings',
  names: ['group'],
  attributes: Object.assign({}, ...groups.map(({ schemas }) => schemas)),
  documentType: ([id = '']) => typeOf(id),
  parts: {},
  lacking: {
    what: 'settings, plans and site administrators',
    reason: 'only a site administrator of a self-hosted instance can see them',
  },
  read: readSettings,
  save: async (target, change) => {
    const { path, place } = change.declared;
    const [id = ''] = path;
    if (change.action === 'create') throw new NotChecked(`${place.text}: the service has no group of settings ${id}.`);
    const content = { type: typeOf(id), attributes: sentValues(change) };
    await patchAt(target, pathIn('admin', typeOf(id)), content, change.present.tag);
  },
};

/** Reads all setting groups; undefined if the caller is not a site administrator. */
async function readSettings({ target }: Area): Promise<readonly Present[] | undefined> {
  const records: Present[] = [];
  for (const { id, schemas, secrets } of groups) {
    const answer = await orAbsent(documentAt(target, pathIn('admin', typeOf(id))));
    if (answer === undefined) return undefined;
    const { data, meta } = answer.value;
    const shown = new Map(Object.entries(data.attributes ?? {}));
    const set = new Set([meta?.['set-secrets']].flat());
    const values = Object.keys(schemas).map((name) => {
      if (secrets.includes(name)) return [name, set.has(name) ? storedSecret : null] as const;
      return [name, shown.get(name) ?? null] as const;
    });
    records.push({ kind: 'settings', path: [id], id, values: Object.fromEntries(values), tag: answer.tag });
  }
  return records;
}

const days = 'delete-older-than-n-days';
const pathOfRetention = '/api/v2/admin/data-retention-policy-settings';

export const retentionKind: RecordKind = {
  name: 'retention',
  noun: 'data retention',
  names: [],
  /** Number of days for which superseded data is kept. Null means that it is kept forever. */
  attributes: { 'data-retention-days': Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) },
  parts: {},
  read: readRetention,
  save: async (target, change) => {
    const value = sentValues(change)['data-retention-days'];
    const place = { path: pathOfRetention, ifMatch: change.action === 'change' ? change.present.tag : undefined };
    const data = { type: 'data-retention-policy-delete-olders', attributes: { [days]: value } };
    if (value === null) await target.client.untyped.send({ ...place, method: 'delete' });
    else await target.client.untyped.send({ ...place, method: 'post', body: { data } });
  },
};

async function readRetention({ target }: Area): Promise<readonly Present[]> {
  const answer = await orAbsent(documentAt(target, pathOfRetention));
  const value = answer === undefined ? null : answer.value.data.attributes?.[days];
  const values = { 'data-retention-days': value };
  return [{ kind: 'retention', path: [], id: 'data-retention', values, tag: answer?.tag }];
}

const pathOfCatalogue = '/api/v2/admin/feature-set-catalogue';

const { identifier: _, ...planAttributes } = settableAttributes(neutral);

export const planKind: RecordKind = {
  name: 'plan',
  noun: 'plan',
  list: 'plans',
  names: ['identifier'],
  attributes: planAttributes,
  parts: {},
  lacking: { what: 'plans', reason: 'this edition of the service has no plans' },
  isKept: ({ values }) => values['is-withdrawn'] === true,
  read: ({ target }) => readPlans(target),
  save: async (target, change) => {
    const sent = sentValues(change);
    if (change.action === 'change')
      return editCatalogue(target, (plans) =>
        plans.map((each) => (each.id === change.present.id ? { ...each, ...sent } : each)),
      );
    const blank = mapValues(planAttributes, () => null);
    const plan = { ...blank, 'is-trial': false, 'is-withdrawn': false, ...sent, identifier: change.declared.path[0] };
    await editCatalogue(target, (plans) => [...plans, plan]);
  },
  /** A removed plan is marked as withdrawn instead of deleted, because organizations may still use it. */
  remove: (target, { id }) =>
    editCatalogue(target, (plans) => plans.map((each) => (each.id === id ? { ...each, 'is-withdrawn': true } : each))),
};

/** Replaces the plan catalogue. The service refuses the request if the catalogue was changed after it was read. */
async function editCatalogue(
  target: ApiTarget,
  edit: (plans: readonly RecordValues[]) => readonly RecordValues[],
): Promise<void> {
  const { value, tag } = await documentAt(target, pathOfCatalogue);
  const attributes = { 'feature-sets': edit(plansIn(value.data)) };
  await patchAt(target, pathOfCatalogue, { type: 'feature-set-catalogues', attributes }, tag);
}

const plansIn = ({ attributes }: WireRecord): readonly RecordValues[] =>
  [attributes?.['feature-sets'] ?? []].flat().map((each: unknown) => ({ ...Object(each) }));

/**
 * Reads the plans, including the members that only site administrators can see. Undefined if the caller is not a site
 * administrator.
 */
export async function readPlans(target: ApiTarget): Promise<readonly Present[] | undefined> {
  const answer = await orAbsent(documentAt(target, pathOfCatalogue));
  return (
    answer &&
    plansIn(answer.value.data).map(({ id, identifier, ...values }): Present => {
      registerId(target, 'plan', [String(identifier)], String(id));
      return { kind: 'plan', path: [String(identifier)], id: String(id), values };
    })
  );
}

/** Makes a person a site administrator. Creates an account if none has the email address. */
export async function addAdministrator(
  target: ApiTarget,
  { declared }: { readonly declared: DeclaredRecord },
): Promise<void> {
  const [email = ''] = declared.path;
  const users = await usersWith(target, email);
  const user = users.find((each) => textIn(each, 'email').toLowerCase() === email);
  if (user !== undefined) return act(target, user.id, 'grant_admin');
  const attributes = { username: await freeUsername(target, email), email, 'is-admin': true };
  await createAt(target, '/api/v2/admin/users', { type: 'users', attributes }, (id) => pathIn('admin', 'users', id));
}

export const removeAdministrator = (target: ApiTarget, { id }: Present): Promise<void> =>
  act(target, id, 'revoke_admin');

const act = (target: ApiTarget, id: string, action: string): Promise<void> =>
  target.client.untyped.send({ method: 'post', path: pathIn('admin', 'users', id, 'actions', action) });

/** Derives an unused username from an email address. */
async function freeUsername(target: ApiTarget, email: string): Promise<string> {
  const name = (email.split('@')[0] ?? '').replaceAll(/[^A-Za-z0-9_.-]/g, '-');
  const users = await usersWith(target, name);
  const taken = new Set(users.map((each) => textIn(each, 'username').toLowerCase()));
  for (let count = 1; ; count += 1) {
    const username = count === 1 ? name : `${name}-${count}`;
    if (!taken.has(username.toLowerCase())) return username;
  }
}

const usersWith = async (target: ApiTarget, text: string): Promise<readonly WireRecord[]> =>
  (await listAt(target, '/api/v2/admin/users', { q: text })).records;
