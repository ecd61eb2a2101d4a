// Attributes of an organization that need separate requests: attributes set by site administrators, the plan and data
// retention.
import { Type } from 'typebox';
import { orAbsent } from '../../../../client/failure.ts';
import { organizationEntity } from '../../../domains/organizations/commands.ts';
import { Name, Nullable } from '../../../jsonapi/schema.ts';
import { NotChecked } from '../../terminal/command.ts';
import { type Present, type RecordValues, textsOf } from '../model.ts';
import type { Area, AttributeWrite, RecordPart } from '../record-kind.ts';
import {
  type ApiTarget,
  createAt,
  deleteAt,
  documentAt,
  listAt,
  patchAt,
  pathIn,
  registerId,
  relatedIds,
  valuesIn,
  type WireRecord,
} from '../wire.ts';
import { readPlans } from './site.ts';

type Write = (write: AttributeWrite, organization: string) => Promise<void>;

/**
 * Defines an attribute that is not set when an organization is created. A separate change sets it after all
 * organizations exist, so that its value can refer to any of them.
 */
const part = (schema: RecordPart['schema'], change: Write): RecordPart => ({
  schema,
  write: async (write) => {
    if (!write.isNew) await change(write, write.path[0] ?? '');
  },
});

const patchAdministered: Write = ({ target, name, after }, organization) =>
  patchAt(target, pathIn('admin', 'organizations', organization), {
    type: 'organizations',
    attributes: { [name]: after },
  });

const relateConsumers: Write = ({ target, after }, organization) =>
  target.client.untyped.send({
    method: 'patch',
    path: pathIn('admin', 'organizations', organization, 'relationships', 'module-consumers'),
    body: { data: textsOf(after).map((id) => ({ id, type: 'organizations' })) },
  });

const keepsAll = 'data-retention-policy-dont-deletes';
const deletesOlder = 'data-retention-policy-delete-olders';
const days = 'delete-older-than-n-days';

const retain: Write = async ({ target, after }, organization) => {
  const path = pathIn('organizations', organization, 'relationships', 'data-retention-policy');
  if (after === null) return deleteAt(target, path);
  const data = after === 'forever' ? { type: keepsAll } : { type: deletesOlder, attributes: { [days]: after } };
  await target.client.untyped.send({ method: 'post', path, body: { data } });
};

const subscribe: Write = async ({ target, after }, organization) => {
  const plans = await readPlans(target);
  if (plans === undefined)
    throw new NotChecked(
      'Only a site administrator can change the plan of an organization, and only if the service has plans.',
    );
  const id = plans.find((each) => each.path[0] === after)?.id;
  if (id === undefined) throw new NotChecked(`There is no plan ${String(after)}.`);
  const content = { type: 'subscriptions', relationships: { 'feature-set': { data: { id, type: 'feature-sets' } } } };
  const path = pathIn('admin', 'organizations', organization, 'subscription');
  await createAt(target, path, content, () => pathIn('organizations', organization, 'subscription'));
};

/** Attributes that only site administrators can change. */
const administered = {
  'global-module-sharing': part(Type.Boolean(), patchAdministered),
  'workspace-limit': part(Nullable(Type.Integer({ minimum: 0 })), patchAdministered),
};

/** Maximum duration in days. Null means no maximum, but a new organization has a maximum. */
const maxDays: RecordPart = { schema: organizationEntity.create['policy-exemption-max-days'], hasInitialValue: true };

export const organizationParts: Readonly<Record<string, RecordPart>> = {
  'policy-exemption-max-days': maxDays,
  'policy-override-max-days': maxDays,
  /** Identifier of the plan in the catalogue. */
  plan: part(Name(), subscribe),
  ...administered,
  'module-consumers': part(Type.Array(Name()), relateConsumers),
  /** Number of days for which superseded data is kept, or `forever`. Null means that the instance's setting applies. */
  'data-retention-days': part(Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('forever'), Type.Null()]), retain),
};

/** Names of the organizations that the caller can see, sorted. */
export const organizationNames = async (target: ApiTarget): Promise<readonly string[]> =>
  (await listAt(target, '/api/v2/organizations')).records.map((each) => String(each.attributes?.name)).sort();

/** Reads one organization. Returns undefined if the caller cannot see it. */
export async function readOrganization({
  target,
  path,
  leftOut,
  listed,
}: Area): Promise<readonly Present[] | undefined> {
  const [name = ''] = path;
  const answer = await orAbsent(documentAt(target, pathIn('organizations', name)));
  if (answer === undefined) return undefined;
  const { data } = answer.value;
  const shown = valuesIn(data, Object.keys(organizationEntity.update));
  const byAdministrators = await administeredOf(target, name);
  if (byAdministrators === undefined) {
    const what = `the timeouts, the workspace limit and the module sharing of ${name}`;
    leftOut({ kind: 'organization', what, reason: 'only a site administrator can see them' });
  }
  const values = {
    ...(byAdministrators === undefined ? shown : { ...without(shown, timeouts), ...byAdministrators }),
    ...(await planOf(target, name)),
    ...(await retentionOf(target, name, data)),
  };
  registerId(target, 'organization', [name], data.id);
  listed.set('organization', [data]);
  const inherited = byAdministrators === undefined ? timeouts : [];
  return [{ kind: 'organization', path, id: data.id, values, tag: answer.tag, inherited }];
}

/** The API returns the instance's timeouts for an organization that does not set its own timeouts. */
const timeouts = ['plan-timeout', 'apply-timeout'];

const without = (values: RecordValues, names: readonly string[]): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

async function planOf(target: ApiTarget, name: string): Promise<RecordValues> {
  const answer = await orAbsent(documentAt(target, pathIn('organizations', name, 'subscription')));
  const plan = answer?.value.included?.find(({ id }) => relatedIds(answer.value.data, 'feature-set').includes(id));
  const identifier = plan?.attributes?.identifier;
  return typeof identifier === 'string' ? { plan: identifier } : {};
}

/**
 * Reads the attributes that only site administrators can change. Undefined if the caller is not a site administrator.
 */
async function administeredOf(target: ApiTarget, name: string): Promise<RecordValues | undefined> {
  const path = pathIn('admin', 'organizations', name);
  const record = await orAbsent(documentAt(target, path));
  if (record === undefined) return undefined;
  const consumers = (await listAt(target, `${path}/relationships/module-consumers`)).records;
  return {
    ...valuesIn(record.value.data, [...timeouts, ...Object.keys(administered)]),
    ...(consumers.length > 0 && { 'module-consumers': consumers.map(({ id }) => id).sort() }),
  };
}

async function retentionOf(target: ApiTarget, name: string, organization: WireRecord): Promise<RecordValues> {
  if (relatedIds(organization, 'data-retention-policy').length === 0) return {};
  const path = pathIn('organizations', name, 'relationships', 'data-retention-policy');
  const policy = await orAbsent(documentAt(target, path));
  return policy === undefined ? {} : { 'data-retention-days': policy.value.data.attributes?.[days] ?? 'forever' };
}
