// Routes of pricing plans: the catalogue and the organizations' subscriptions.
import { initialPlanId, shipped } from '../../../src/domains/organizations/feature-sets/shipped.ts';
import { members, people, policyManagers } from '../callers.ts';
import { type Rows, row, rowElsewhere, type Sent, sending } from '../row.ts';

const choice: Sent = {
  body: () => ({
    json: {
      data: {
        type: 'subscriptions',
        relationships: { 'feature-set': { data: { id: initialPlanId('hosted'), type: 'feature-sets' } } },
      },
    },
  }),
};

export const planRows: Rows = {
  'GET /feature-sets': rowElsewhere({ 200: [...people, 'organizationToken', 'teamToken'] }),
  'GET /organizations/:organization_name/feature-sets': rowElsewhere({ 200: members }),
  'GET /organizations/:organization_name/subscription': row({ 200: members }),
  'GET /organizations/:organization_name/subscriptions': row({ 200: members }),
  'GET /organizations/:organization_name/usage': row({ 200: policyManagers }),
  'GET /subscriptions/:subscription_id': row({ 200: members }),
  'GET /organizations/:organization_name/entitlement-set': row({ 200: members }),
  'GET /admin/feature-sets': rowElsewhere({ 200: ['admin'] }),
  'GET /admin/feature-set-catalogue': rowElsewhere({ 200: ['admin'] }),
  'PATCH /admin/feature-set-catalogue': rowElsewhere(
    { 200: ['admin'] },
    sending('feature-set-catalogues', { 'feature-sets': shipped }),
  ),
  'GET /organizations/:organization_name/relationships/data-retention-policy': row({ 200: members }),
  'POST /organizations/:organization_name/relationships/data-retention-policy': row(
    { 200: ['owner'] },
    sending('data-retention-policy-delete-olders', { 'delete-older-than-n-days': 30 }),
  ),
  'DELETE /organizations/:organization_name/relationships/data-retention-policy': row({ 204: ['owner'] }),
  'GET /admin/organizations': row({ 200: ['admin'] }),
  'GET /admin/organizations/:organization_name': row({ 200: ['admin'] }),
  'PATCH /admin/organizations/:organization_name': row(
    { 200: ['admin'] },
    sending('organizations', { 'global-module-sharing': true }),
  ),
  'DELETE /admin/organizations/:organization_name': row({ 204: ['admin'] }),
  'GET /admin/organizations/:organization_name/relationships/module-consumers': row({ 200: ['admin'] }),
  'PATCH /admin/organizations/:organization_name/relationships/module-consumers': row(
    { 204: ['admin'] },
    { body: () => ({ json: { data: [] } }) },
  ),
  'POST /admin/organizations/:organization_name/subscription': rowElsewhere({ 201: ['admin'] }, choice),
};
