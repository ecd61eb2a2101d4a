// Actions of an administrator on one account: only those valid in its state, each with a question before it.
import { Stack, Text, Textarea } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../../../../client/failure.ts';
import { isImpersonating } from '../../../api/account.ts';
import { claimsAddress } from '../../../api/addresses.ts';
import { boot, pathTo } from '../../../api/boot.ts';
import { refresh } from '../../../api/refresh.ts';
import { deleteUser, impersonate, organizationsOfUserQuery, type User, userActs } from '../../../api/users.ts';
import { ApiFormView, field, useApiForm } from '../../../components/api-form.tsx';
import { confirmAct } from '../../../components/confirm.tsx';
import { closeDialog, openDialog } from '../../../components/dialog-store.ts';
import { notifyDone, notifyFailure, notifyWithUndo } from '../../../components/notify.tsx';
import { not } from '../../../texts/refusals.ts';
import { t } from '../../../texts/users.ts';

/** One entry of the menu of an account. */
export interface UserAct {
  readonly label: string;
  readonly isDangerous?: boolean;
  /** Asks, and does it. */
  readonly run: () => void;
}

interface Done {
  readonly queryClient: QueryClient;
  readonly user: User;
  /** After the account is gone. */
  readonly onDeleted?: (() => unknown) | undefined;
}

const nameOf = ({ attributes }: User): string => attributes.username;
const isSelf = ({ id }: User): boolean => id === boot.userId;

const refreshed = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([refresh(queryClient, 'user'), refresh(queryClient, 'account')]);

type Reversible = 'suspend' | 'unsuspend' | 'promote' | 'demote';

const opposite = { suspend: 'unsuspend', unsuspend: 'suspend', promote: 'demote', demote: 'promote' } as const;

const questionOf = (act: Reversible, user: User) => {
  const name = nameOf(user);
  return {
    suspend: { title: t.suspendTitle(name), body: t.suspendBody, act: t.suspend, done: t.suspendDone(name) },
    unsuspend: { title: t.unsuspendTitle(name), body: t.unsuspendBody, act: t.unsuspend, done: t.unsuspendDone(name) },
    promote: { title: t.promoteTitle(name), body: t.promoteBody, act: t.promoteAct, done: t.promoteDone(name) },
    demote: { title: t.demoteTitle(name), body: t.demoteBody, act: t.demote, done: t.demoteDone(name) },
  }[act];
};

/** A change of the status that its opposite takes back. */
const changeStatus = (act: Reversible, { queryClient, user }: Done): void => {
  const { done, ...question } = questionOf(act, user);
  const change = async (which: Reversible) => {
    await userActs[which](user.id);
    await refreshed(queryClient);
  };
  confirmAct({
    ...question,
    refused: not.changed,
    ...(act === 'demote' && isSelf(user) && { consequences: [t.demoteSelf] }),
    isDangerous: act === 'suspend' || act === 'demote',
    onConfirm: async () => {
      await change(act);
      if (isSelf(user)) notifyDone(done);
      else notifyWithUndo(done, () => change(opposite[act]));
    },
  });
};

const turnOffTwoFactor = ({ queryClient, user }: Done): void =>
  confirmAct({
    title: t.disableTwoFactorTitle(nameOf(user)),
    body: t.disableTwoFactorBody,
    act: t.disableTwoFactorAct,
    refused: not.turnedOff,
    onConfirm: async () => {
      await userActs.disableTwoFactor(user.id);
      await refreshed(queryClient);
      notifyDone(t.disableTwoFactorDone(nameOf(user)));
    },
  });

const confirmAddress = ({ queryClient, user }: Done, email: string): void =>
  confirmAct({
    title: t.confirmEmailTitle(email),
    body: t.confirmEmailBody,
    act: t.confirmEmailAct,
    refused: not.confirmed,
    isDangerous: false,
    onConfirm: async () => {
      await userActs.confirmEmail(user.id);
      await refreshed(queryClient);
      notifyDone(t.confirmEmailDone(email));
    },
  });

const shownOrganizations = 5;

/** Effects of the deletion on the account: the organizations that it leaves. */
const consequencesOf = async ({ queryClient, user }: Done): Promise<readonly string[]> => {
  const { data, meta } = await queryClient.fetchQuery(organizationsOfUserQuery(user.id, {}));
  if (data.length === 0) return [];
  const more = (meta.pagination?.['total-count'] ?? data.length) - shownOrganizations;
  return [
    ...data.slice(0, shownOrganizations).map(({ id }) => t.removeMembership(id)),
    ...(more > 0 ? [t.removeMore(more)] : []),
    t.removeOwner,
  ];
};

const remove = async (done: Done): Promise<void> => {
  const { queryClient, user, onDeleted } = done;
  const name = nameOf(user);
  const consequences = await consequencesOf(done);
  confirmAct({
    title: t.removeTitle(name),
    body: t.removeBody,
    consequences,
    act: t.removeAct,
    typed: name,
    onConfirm: async () => {
      await deleteUser(user.id);
      await onDeleted?.();
      await refresh(queryClient, 'users');
      notifyDone(t.removeDone(name));
    },
  });
};

const ImpersonationDialog = ({ user, onCancel }: { readonly user: User; readonly onCancel: () => void }) => {
  const state = useApiForm({ reason: '' }, ({ reason }) =>
    reason.trim() === ''
      ? Promise.reject(new ApiFailure(422, [{ detail: t.reasonRequired, pointer: '/data/attributes/reason' }]))
      : impersonate(user.id, { body: { reason } }),
  );
  return (
    <Stack>
      <Text size="sm">{t.impersonateBody}</Text>
      <ApiFormView
        state={state}
        act={t.impersonateAct}
        refused={not.started}
        onDone={() => location.assign(pathTo('/'))}
        onCancel={onCancel}
      >
        <Textarea
          {...field(state.form, 'reason', t.reason, t.reasonHint)}
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
  openDialog(t.impersonateTitle(nameOf(user)), <ImpersonationDialog user={user} onCancel={closeDialog} />);

const actsOf = (done: Done): readonly UserAct[] => {
  const { user } = done;
  const { attributes } = user;
  const isOther = !isSelf(user);
  const status = (act: Reversible, isDangerous = false): UserAct => ({
    label: t[act],
    isDangerous,
    run: () => changeStatus(act, done),
  });
  const unconfirmed = attributes['unconfirmed-email'] ?? (claimsAddress(user) ? attributes.email : null);
  const isActive = !attributes['is-suspended'];
  const isService = attributes['is-service-account'];
  return [
    isOther && isActive && !isService && !isImpersonating && { label: t.impersonate, run: () => actAs(user) },
    !attributes['is-admin'] && !isService && status('promote'),
    unconfirmed !== null && !isImpersonating && { label: t.confirmEmail, run: () => confirmAddress(done, unconfirmed) },
    attributes['two-factor'].enabled &&
      !isImpersonating && { label: t.disableTwoFactor, isDangerous: true, run: () => turnOffTwoFactor(done) },
    attributes['is-admin'] && status('demote', true),
    isOther && (isActive ? status('suspend', true) : status('unsuspend')),
    isOther && {
      label: t.remove,
      isDangerous: true,
      run: () => void remove(done).catch((error: unknown) => notifyFailure(not.deleted, error)),
    },
  ].filter((each) => each !== false);
};

/** The acts for an account in its present state. */
export function useUserActs(onDeleted?: () => unknown): (user: User) => readonly UserAct[] {
  const queryClient = useQueryClient();
  return (user) => actsOf({ queryClient, user, onDeleted });
}
