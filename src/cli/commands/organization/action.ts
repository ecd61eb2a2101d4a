import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  newOrganization,
  organizationResource,
  shownTo,
} from '../../../domains/organizations/commands.ts';
import type { OrganizationRow } from '../../../domains/organizations/index.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { plainPayload } from '../../../jsonapi/payload.ts';
import { inWords } from '../../../jsonapi/vocabulary.ts';
import { namedAccount } from '../../data/account.ts';
import { asOperator, type CommandContext } from '../../data/as-operator.ts';
import { listQueryOf } from '../../data/list.ts';
import { namedOrganization } from '../../data/organization.ts';
import { UsageError } from '../../terminal/command.ts';
import { checkedInput, requireOptions } from '../../terminal/input.ts';
import { manyRecords, oneRecord } from '../../terminal/output.ts';
import type { organizationCommands } from './command.ts';

const columns = { name: 'NAME', email: 'EMAIL', 'created-at': 'CREATED AT' };

/** Labels of the attributes that the text output shows. The JSON output contains all attributes. */
const labels = {
  name: 'Name',
  'external-id': 'External ID',
  email: 'E-mail address',
  'policy-upload-check': 'Policy upload check',
  'policy-input-retention-days': 'Days to keep recorded plans',
  'policy-exemption-max-days': 'Maximum duration of exemptions in days',
  'policy-override-max-days': 'Maximum duration of overrides in days',
  'exemptions-need-request': 'Create exemptions only on request',
  'evaluation-change-values-enabled': 'Show values that a plan changes',
  'evaluation-rule-lines-enabled': 'Show the matching lines of rules',
  'evaluation-author-access-enabled': 'Let authors of runs read evaluations',
  'evaluated-policies-required': 'Require a policy for every plan',
  'complete-plans-required': 'Require complete plans',
  'unknown-values': 'Verdicts that depend on unknown values',
  'evaluation-workspace-required': 'Require a workspace for every evaluation',
  'module-deprecation-notices-enabled': 'Show a warning in plans that use deprecated modules',
  'saml-enabled': 'SAML',
  'session-timeout': 'Session timeout',
  'session-remember': 'Session lifetime',
  'created-at': 'Created',
};

export const list = asOperator<typeof organizationCommands.list>(async ({ context, actor }, { options }) => {
  const page = await listOrganizations(context, actor, listQueryOf(options));
  const rows = await shownTo(context, actor, page.rows);
  return manyRecords(inWords(organizationResource, context.vocabulary), { ...page, rows }, columns);
});

export const show = asOperator(async (session, { subject }) => {
  const organization = await namedOrganization(session, subject);
  return shownRecord(session, organization);
});

export const create = asOperator<typeof organizationCommands.create>(
  async (session, { options: { name, email, owner, policyUploadCheck } }) => {
    const { context, actor } = session;
    requireOptions({ '--name': name, '--email': email });
    const input = checkedInput(plainPayload(newOrganization), {
      name,
      email,
      'policy-upload-check': policyUploadCheck,
    });
    const ownerId = owner === undefined ? undefined : (await namedAccount(context, owner)).id;
    const created = await createOrganization(context, actor, input, ownerId);
    return shownRecord(session, created);
  },
);

export const remove = asOperator<typeof organizationCommands.remove>(async (session, { subject, options }) => {
  const organization = await namedOrganization(session, subject);
  const { name } = organization;
  if (!options.yes) throw new UsageError(`This deletes ${name} with everything in it; add --yes to confirm.`);
  await deleteOrganization(session.context, session.actor, organization);
  return { text: `Deleted ${name}.`, json: { deleted: name } };
});

async function shownRecord({ context, actor }: CommandContext, organization: OrganizationRow) {
  const [shown] = await shownTo(context, actor, [organization]);
  return oneRecord(inWords(organizationResource, context.vocabulary), existing(shown), undefined, labels);
}
