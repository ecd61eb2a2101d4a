// Grants and revokes team permissions. The console shows a change immediately and reverts it if the service rejects it.
import { useMutation } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { refresh } from '../../api/refresh.ts';
import { changeShownTeam, type Permission, type Team, updateTeam } from '../../api/teams.ts';
import { notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { permissionNames } from '../../texts/permission-names.ts';
import { isOwners } from './team-facts.ts';

interface Change {
  readonly team: Team;
  readonly permission: Permission;
  readonly isGranted: boolean;
}

const withAccess = (team: Team, { permission, isGranted }: Change): Team => {
  const { attributes } = team;
  const access = { ...attributes['organization-access'], [permission]: isGranted };
  return { ...team, attributes: { ...attributes, 'organization-access': access } };
};

const send = ({ team, permission, isGranted }: Change) =>
  updateTeam(team.id, { 'organization-access': { [permission]: isGranted } });

/** Whether the team's permissions can be changed. The permissions of the owners team are fixed. */
export const isChangeable = ({ attributes }: Team): boolean => attributes.permissions['can-destroy'];

/**
 * Returns a function that creates the properties of a switch. The switch grants or revokes a permission of a team.
 * After each change, an undo button is shown.
 */
export function usePermissionToggle() {
  const renew = () => refresh('team');
  const { mutate } = useMutation({
    mutationFn: send,
    onMutate: (change) => changeShownTeam(change.team.id, (team) => withAccess(team, change)),
    onSuccess: (_, change) => {
      const { team, permission, isGranted } = change;
      const verb = isGranted ? 'now has' : 'no longer has';
      const message = `${team.attributes.name} ${verb} the permission “${permissionNames[permission]}”.`;
      notifyWithUndo(message, async () => {
        await send({ ...change, isGranted: !isGranted });
        await renew();
      });
      return renew();
    },
    onError: (error) => {
      notifyFailure('Not changed', error);
      return renew();
    },
  });
  return (team: Team, permission: Permission) => ({
    checked: isOwners(team) || team.attributes['organization-access'][permission],
    disabled: !isChangeable(team),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      mutate({ team, permission, isGranted: currentTarget.checked }),
  });
}
