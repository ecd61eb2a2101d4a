import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { organizations } from '../organizations/entity.ts';
import { administrationCompat, unenforced } from './compat.ts';
import type { AdministeredRow } from './store.ts';

const { name, email, 'external-id': externalId, 'created-at': createdAt } = organizations.shown;

const planTimeout = shown(Nullable(Type.String()), ({ plan_timeout }: AdministeredRow) => plan_timeout);
const applyTimeout = shown(Nullable(Type.String()), ({ apply_timeout }: AdministeredRow) => apply_timeout);

/** An organization as site administrators see it. If a timeout is null, the instance's timeout applies. */
export const administeredResource = resource<AdministeredRow>({
  type: 'organizations',
  attributes: {
    name,
    'external-id': externalId,
    'notification-email': email,
    'created-at': createdAt,
    'global-module-sharing': shown(Type.Boolean(), ({ shares_modules }) => shares_modules === 1),
    'workspace-limit': shown(Nullable(Type.Integer()), ({ workspace_limit }) => workspace_limit),
    'sso-enabled': organizations.shown['saml-enabled'],
    'plan-timeout': planTimeout,
    'apply-timeout': applyTimeout,
    'iac-build-worker-plan-timeout': planTimeout,
    'iac-build-worker-apply-timeout': applyTimeout,
    ...administrationCompat.shown,
    ...unenforced.shown,
  },
  id: (row) => row.name,
  relationships: { owners: { to: 'users', many: ({ owner_ids }) => linkedIn(owner_ids) } },
  links: { self: (row) => `/api/v2/admin/organizations/${row.name}` },
});
