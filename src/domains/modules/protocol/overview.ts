// Module part of the account overview: deprecated versions in use in one organization.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { shown, shownList } from '../../../jsonapi/resource.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { emptyPage, type Page, type PageRequest } from '../../../kernel/page.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import { listInUse, type UsedDeprecation } from './in-use.ts';
import { usedDeprecation } from './in-use-resource.ts';

const firstVersions: PageRequest = { number: 1, size: 5 };

interface ModulePart {
  /** First page of the deprecated versions in use. It is empty if the edition has no deprecations. */
  readonly inUse: Page<UsedDeprecation>;
}

async function read(context: Context, actor: Actor, access: OrganizationAccess): Promise<ModulePart> {
  if (context.config.edition === 'self-hosted') return { inUse: emptyPage(firstVersions) };
  return { inUse: await listInUse(context, actor, access, { page: firstVersions }) };
}

export const moduleOverview = {
  read,
  attributes: {
    'deprecations-in-use': shownList(usedDeprecation, ({ inUse }: ModulePart) => inUse.rows),
    'deprecations-in-use-count': shown(Type.Integer(), ({ inUse }: ModulePart) => inUse.total),
  },
};
