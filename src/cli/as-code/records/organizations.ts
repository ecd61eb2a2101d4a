import { Type } from 'typebox';
import { organizationEntity } from '../../../domains/organizations/commands.ts';
import { Name, Nullable } from '../../../jsonapi/schema.ts';
import { optional, sendTo } from '../../client/service-client.ts';
import { NotChecked } from '../../terminal/command.ts';
import { sentValues } from '../difference.ts';
import type { LeftOut, Present, Values } from '../model.ts';
import type { RecordKind } from '../record-kind.ts';
import {
  bodyOf,
  createAt,
  documentAt,
  identifiersOf,
  listAt,
  patchAt,
  pathIn,
  recordAt,
  registerId,
  relatedIds,
  type Target,
  valueIn,
  valuesIn,
  type WireRecord,
} from '../wire.ts';
import { readPlans } from './site.ts';

const { name: _, ...own } = organizationEntity.update;

/** Attributes that administrators of the instance decide. */
const administered = {
  'global-module-sharing': Type.Boolean(),
  'workspace-limit': Nullable(Type.Integer({ minimum: 0 })),
};

const keepsAll = 'data-retention-policy-dont-deletes';
const deletesOlder = 'data-retention-policy-delete-olders';
const days = 'delete-older-than-n-days';

export const organizationKind: RecordKind = {
  name: 'organization',
  noun: 'organization',
  attributes: {
    ...own,
    /** Of the catalogue, by its identifier. */
    plan: Name(),
    ...administered,
    'module-consumers': Type.Array(Name()),
    /** Days that superseded data is kept, or `forever`; null where the instance decides. */
    'data-retention-days': Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('forever'), Type.Null()]),
  },
  required: ['email'],
  /** Its other attributes come with the change that follows, when it is compared again. */
  create: async (target, { declared: { path, values } }) => {
    const attributes = { name: path[0], ...pick(values, Object.keys(own)) };
    return (await createAt(target, '/api/v2/organizations', { type: 'organizations', attributes })).id;
  },
  change: async (target, change) => {
    const [name = ''] = change.declared.path;
    const sent = sentValues(change);
    const attributes = pick(sent, Object.keys(own));
    const path = pathIn('organizations', name);
    if (Object.keys(attributes).length > 0)
      await patchAt(target, path, { type: 'organizations', attributes }, change.present.tag);
    await changeOthers(target, name, sent);
  },
};

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Changes what has requests of its own. */
async function changeOthers(target: Target, name: string, sent: Values): Promise<void> {
  const { service } = target;
  const attributes = pick(sent, Object.keys(administered));
  if (Object.keys(attributes).length > 0)
    await patchAt(target, pathIn('admin', 'organizations', name), { type: 'organizations', attributes });
  if (typeof sent.plan === 'string') await subscribe(target, name, sent.plan);
  const consumers = sent['module-consumers'];
  if (Array.isArray(consumers)) {
    const body = JSON.stringify({ data: identifiersOf('organizations', consumers.map(String)) });
    const path = pathIn('admin', 'organizations', name, 'relationships', 'module-consumers');
    await sendTo(service, { method: 'PATCH', path, body });
  }
  if ('data-retention-days' in sent) await retain(target, name, sent['data-retention-days']);
}

async function subscribe(target: Target, organization: string, plan: string): Promise<void> {
  const plans = await readPlans(target);
  if (plans === undefined)
    throw new NotChecked('Only a site administrator changes the plan of an organization, where the service has plans.');
  const id = plans.find((each) => each.path[0] === plan)?.id;
  if (id === undefined) throw new NotChecked(`There is no plan ${plan}.`);
  await createAt(target, pathIn('admin', 'organizations', organization, 'subscription'), {
    type: 'subscriptions',
    relationships: { 'feature-set': { data: { id, type: 'feature-sets' } } },
  });
}

async function retain(target: Target, organization: string, value: unknown): Promise<void> {
  const path = pathIn('organizations', organization, 'relationships', 'data-retention-policy');
  if (value === null) return sendTo(target.service, { method: 'DELETE', path });
  const content = value === 'forever' ? { type: keepsAll } : { type: deletesOlder, attributes: { [days]: value } };
  await sendTo(target.service, { method: 'POST', path, body: bodyOf(target, content) });
}

/** The organizations of the caller, by name. */
export const organizationNames = async (target: Target): Promise<readonly string[]> =>
  (await listAt(target, '/api/v2/organizations')).map((each) => String(valueIn(target, each, 'name'))).sort();

/** An organization as the caller sees it; undefined where the caller sees none of that name. */
export async function readOrganization(
  target: Target,
  name: string,
  leftOut: (part: LeftOut) => void,
): Promise<Present | undefined> {
  const answer = await optional(documentAt(target, pathIn('organizations', name)));
  if (answer === undefined) return undefined;
  const { data } = answer.value;
  const shown = valuesIn(target, data, Object.keys(own));
  const byAdministrators = await administeredOf(target, name);
  if (byAdministrators === undefined) {
    const what = `timeouts of ${name}, its limit of workspaces and the sharing of its modules`;
    leftOut({ kind: 'organization', what, reason: 'only a site administrator sees them' });
  }
  const values = {
    ...(byAdministrators === undefined ? shown : { ...without(shown, timeouts), ...byAdministrators }),
    ...(await planOf(target, name)),
    ...(await retentionOf(target, name, data)),
  };
  registerId(target, 'organization', [name], data.id);
  const inherited = byAdministrators === undefined ? timeouts : [];
  return { kind: 'organization', path: [name], id: data.id, values, tag: answer.tag, inherited };
}

/** An organization shows those of the instance where it has none of its own. */
const timeouts = ['plan-timeout', 'apply-timeout'];

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

async function planOf(target: Target, name: string): Promise<Values> {
  const answer = await optional(documentAt(target, pathIn('organizations', name, 'subscription')));
  const plan = answer?.value.included?.find(({ id }) => relatedIds(answer.value.data, 'feature-set').includes(id));
  const identifier = plan && valueIn(target, plan, 'identifier');
  return typeof identifier === 'string' ? { plan: identifier } : {};
}

/** Undefined where the caller is no site administrator. */
async function administeredOf(target: Target, name: string): Promise<Values | undefined> {
  const path = pathIn('admin', 'organizations', name);
  const record = await optional(recordAt(target, path));
  if (record === undefined) return undefined;
  const consumers = await listAt(target, `${path}/relationships/module-consumers`);
  return {
    ...valuesIn(target, record, [...timeouts, ...Object.keys(administered)]),
    ...(consumers.length > 0 && { 'module-consumers': consumers.map(({ id }) => id).sort() }),
  };
}

async function retentionOf(target: Target, name: string, organization: WireRecord): Promise<Values> {
  if (relatedIds(organization, 'data-retention-policy').length === 0) return {};
  const path = pathIn('organizations', name, 'relationships', 'data-retention-policy');
  const policy = await optional(recordAt(target, path));
  return policy === undefined ? {} : { 'data-retention-days': valueIn(target, policy, days) ?? 'forever' };
}
