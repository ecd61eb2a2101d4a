// Removes a member, cancels an invitation, or lets the person of the session leave.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { boot } from '../../api/boot.ts';
import { deleteMember, type Member } from '../../api/members.ts';
import { refresh } from '../../api/refresh.ts';
import { type Confirmation, confirmAct } from '../../components/confirm.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { t } from '../../texts/members.ts';
import { not } from '../../texts/refusals.ts';

type Question = Pick<Confirmation, 'title' | 'body' | 'act'> & { readonly done: string };

const questionOf = (organization: string, { userId, username, status }: Member): Question => {
  if (userId === boot.userId)
    return { title: t.leaveTitle(organization), body: t.leaveBody, act: t.leave, done: t.left(organization) };
  if (status === 'invited')
    return {
      title: t.cancelTitle(username),
      body: t.cancelBody,
      act: t.cancelInvitation,
      done: t.canceledDone(username),
    };
  const title = t.removeTitle(username, organization);
  return { title, body: t.removeBody, act: t.remove, done: t.removed(username) };
};

/** Label of the button of a member, and the confirmation before its action. */
export function useRemoval(
  organization: string,
  member: Member,
): { readonly label: string; readonly confirm: () => void } {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { done, ...question } = questionOf(organization, member);
  const { teams, id, userId } = member;
  const onConfirm = async () => {
    await deleteMember(id);
    notifyDone(done);
    if (userId === boot.userId) await navigate({ to: '/app/organizations' });
    await Promise.all((['members', 'organizations', 'team'] as const).map((kind) => refresh(queryClient, kind)));
  };
  const consequences = teams.length === 0 ? [] : [t.leavesTeams(teams.length)];
  return {
    label: question.act,
    confirm: () => confirmAct({ ...question, refused: not.removed, consequences, onConfirm }),
  };
}
