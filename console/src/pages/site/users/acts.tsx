// Actions of an administrator on an account. Only actions that are valid for the account's status are offered. Each
// asks for confirmation.
import { Stack, Text, Textarea } from '@mantine/core';
import { ApiFailure } from '../../../../../client/failure.ts';
import { isImpersonating } from '../../../api/account.ts';
import { claimsAddress } from '../../../api/addresses.ts';
import { boot, pathTo } from '../../../api/boot.ts';
import { queryClient } from '../../../api/query-client.ts';
import { refresh } from '../../../api/refresh.ts';
import { deleteUser, impersonate, organizationsOfUserQuery, type User, userActs } from '../../../api/users.ts';
import { ApiFormView, useApiForm } from '../../../components/api-form.tsx';
import { confirmAct } from '../../../components/confirm.tsx';
import { closeDialog, openDialog } from '../../../components/dialog-store.ts';
import { notifyDone, notifyFailure, notifyWithUndo } from '../../../components/notify.tsx';
import { counted } from '../../../texts/counted.ts';
import { actTexts } from '../../../texts/users.ts';

/** Entry in the menu of actions on an account. */
export interface UserAct {
  readonly label: string;
  readonly isDangerous?: boolean;
  /** Asks for confirmation and performs the action. */
  readonly run: () => void;
}

const nameOf = ({ attributes }: User): string => attributes.username;
const isSelf = ({ id }: User): boolean => id === boot.userId;

const refreshed = (): Promise<unknown> => Promise.all([refresh('user'), refresh('account')]);

type Reversible = 'suspend' | 'unsuspend' | 'promote' | 'demote';

const opposite = { suspend: 'unsuspend', unsuspend: 'suspend', promote: 'demote', demote: 'promote' } as const;

const questionOf = (act: Reversible, user: User) => {
  const name = nameOf(user);
  return {
    suspend: {
      title: `Suspend ${name}?`,
      body: 'The user cannot sign in. Their sessions end immediately, and their API tokens are refused until you reactivate the user. Nothing is deleted.',
      act: 'Suspend',
      done: `${name} was suspended.`,
    },
    unsuspend: {
      title: `Reactivate ${name}?`,
      body: 'The user can sign in again, and their API tokens work again. Their earlier sessions stay ended.',
      act: 'Reactivate',
      done: `${name} was reactivated.`,
    },
    promote: {
      title: `Make ${name} a site administrator?`,
      body: 'The user can manage all users, organizations and settings of this instance, and can impersonate other users.',
      act: 'Make an administrator',
      done: `${name} is now a site administrator.`,
    },
    demote: {
      title: `Remove the administrator rights of ${name}?`,
      body: 'The user keeps their organizations and teams but can no longer administer this instance.',
      act: 'Remove administrator rights',
      done: `${name} is no longer a site administrator.`,
    },
  }[act];
};

/** Changes the status of an account after a confirmation. An undo button makes the opposite change. */
const changeStatus = (act: Reversible, user: User): void => {
  const { done, ...question } = questionOf(act, user);
  const change = async (which: Reversible) => {
    await userActs[which](user.id);
    await refreshed();
  };
  confirmAct({
    ...question,
    refused: 'Not changed',
    ...(act === 'demote' &&
      isSelf(user) && { consequences: ['This is your own account. You lose access to this page immediately.'] }),
    isDangerous: act === 'suspend' || act === 'demote',
    onConfirm: async () => {
      await change(act);
      if (isSelf(user)) notifyDone(done);
      else notifyWithUndo(done, () => change(opposite[act]));
    },
  });
};

const turnOffTwoFactor = (user: User): void =>
  confirmAct({
    title: `Turn off two-factor authentication for ${nameOf(user)}?`,
    body: 'Turn off two-factor authentication only if the user has lost both the device and the recovery codes. Afterwards, the password alone is enough to sign in. The user is notified by mail. This cannot be undone.',
    act: 'Turn off',
    refused: 'Not turned off',
    onConfirm: async () => {
      await userActs.disableTwoFactor(user.id);
      await refreshed();
      notifyDone(`Two-factor authentication of ${nameOf(user)} was turned off.`);
    },
  });

const confirmAddress = (user: User, email: string): void =>
  confirmAct({
    title: `Confirm ${email}?`,
    body: 'Confirm this only if you are sure that the address belongs to this user. Other accounts with the same unconfirmed address lose it.',
    act: 'Confirm the address',
    refused: 'Not confirmed',
    isDangerous: false,
    onConfirm: async () => {
      await userActs.confirmEmail(user.id);
      await refreshed();
      notifyDone(`${email} was confirmed.`);
    },
  });

const shownOrganizations = 5;

/** Describes the effects of deleting the account. It lists the organizations that the user leaves. */
const consequencesOf = async (user: User): Promise<readonly string[]> => {
  const { data, meta } = await queryClient.fetchQuery(organizationsOfUserQuery(user.id, {}));
  if (data.length === 0) return [];
  const more = (meta.pagination?.['total-count'] ?? data.length) - shownOrganizations;
  return [
    ...data.slice(0, shownOrganizations).map(({ id }) => `The user leaves the organization ${id}.`),
    ...(more > 0 ? [`The user leaves ${counted(more, 'more organization')}.`] : []),
    'Every organization needs an owner. If the user is the only active owner of an organization, nothing is deleted, and this dialog shows the organization.',
  ];
};

const remove = async (user: User, onDeleted: (() => unknown) | undefined): Promise<void> => {
  const name = nameOf(user);
  const consequences = await consequencesOf(user);
  confirmAct({
    title: `Delete ${name}?`,
    body: 'The account, its sessions and its API tokens are deleted immediately. Records that the user created in organizations are kept. This cannot be undone.',
    consequences,
    act: 'Delete the user',
    typed: name,
    onConfirm: async () => {
      await deleteUser(user.id);
      await onDeleted?.();
      await refresh('users');
      notifyDone(`${name} was deleted.`);
    },
  });
};

const ImpersonationDialog = ({ user, onCancel }: { readonly user: User; readonly onCancel: () => void }) => {
  const state = useApiForm({ reason: '' }, ({ reason }) =>
    reason.trim() === ''
      ? Promise.reject(
          new ApiFailure(422, [
            { detail: 'Enter a reason. The reason is kept in the audit trail.', pointer: '/data/attributes/reason' },
          ]),
        )
      : impersonate(user.id, { body: { reason } }),
  );
  return (
    <Stack>
      <Text size="sm">
        You can see and do everything that the user can, for at most one hour. All actions are recorded under both
        names, and the user is notified by mail.
      </Text>
      <ApiFormView
        state={state}
        act="Start impersonation"
        refused="Not started"
        onDone={() => location.assign(pathTo('/'))}
        onCancel={onCancel}
      >
        <Textarea
          {...state.form.field('reason', 'Reason')}
          description="The reason is kept in the audit trail and shown in the banner."
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          data-autofocus
        />
      </ApiFormView>
    </Stack>
  );
};

const actAs = (user: User): void =>
  openDialog(`Act as ${nameOf(user)}?`, <ImpersonationDialog user={user} onCancel={closeDialog} />);

/** Lists the valid actions for an account. `onDeleted` is called after the account was deleted. */
export const actsOf = (user: User, onDeleted?: () => unknown): readonly UserAct[] => {
  const { attributes } = user;
  const isOther = !isSelf(user);
  const status = (act: Reversible, isDangerous = false): UserAct => ({
    label: actTexts[act],
    isDangerous,
    run: () => changeStatus(act, user),
  });
  const unconfirmed = attributes['unconfirmed-email'] ?? (claimsAddress(user) ? attributes.email : null);
  const isActive = !attributes['is-suspended'];
  const isService = attributes['is-service-account'];
  return [
    isOther && isActive && !isService && !isImpersonating && { label: 'Act as this user', run: () => actAs(user) },
    !attributes['is-admin'] && !isService && status('promote'),
    unconfirmed !== null &&
      !isImpersonating && { label: 'Confirm the e-mail address', run: () => confirmAddress(user, unconfirmed) },
    attributes['two-factor'].enabled &&
      !isImpersonating && {
        label: 'Turn off two-factor authentication',
        isDangerous: true,
        run: () => turnOffTwoFactor(user),
      },
    attributes['is-admin'] && status('demote', true),
    isOther && (isActive ? status('suspend', true) : status('unsuspend')),
    isOther && {
      label: 'Delete',
      isDangerous: true,
      run: () => void remove(user, onDeleted).catch((error: unknown) => notifyFailure('Not deleted', error)),
    },
  ].filter((each) => each !== false);
};
