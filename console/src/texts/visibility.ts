import { catalogue } from './catalogue.ts';
import { type PermissionName, permissionNames } from './permission-names.ts';

/** Texts for people who may not see something, or see only a part of it. */
export const t = catalogue({
  missing: 'It does not exist, or you do not have permission to see it.',
  askOwners: (organization: string, permission: PermissionName | undefined) =>
    permission === undefined
      ? `Ask an owner of ${organization}.`
      : `Owners of ${organization} can give you the permission “${permissionNames[permission]}”.`,
  ofSeen: (count: number) => `${count.toLocaleString('en')} of those that you can see`,
  ownEvaluations: 'You see only the evaluations that you created.',
});
