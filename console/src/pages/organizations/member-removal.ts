// Removes a member, cancels an invitation, or lets the user leave the organization.
import { useNavigate } from '@tanstack/react-router';
import { boot } from '../../api/boot.ts';
import { deleteMember, type Member } from '../../api/members.ts';
import { refresh } from '../../api/refresh.ts';
import { type Confirmation, confirmAct } from '../../components/confirm.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { counted } from '../../texts/counted.ts';

type Question = Pick<Confirmation, 'title' | 'body' | 'act'> & { readonly done: string };

const questionOf = (organization: string, { userId, username, status }: Member): Question => {
  if (userId === boot.userId)
    return {
      title: `Leave ${organization}?`,
      body: 'You lose all access to the organization immediately. You can return only if somebody invites you again.',
      act: 'Leave',
      done: `You left ${organization}.`,
    };
  if (status === 'invited')
    return {
      title: `Cancel the invitation of ${username}?`,
      body: 'The person can no longer accept the invitation. You can invite the person again.',
      act: 'Cancel invitation',
      done: `The invitation for ${username} was canceled.`,
    };
  const title = `Remove ${username} from ${organization}?`;
  return {
    title,
    body: 'The person loses all access to the organization immediately. The account itself stays.',
    act: 'Remove',
    done: `${username} was removed.`,
  };
};

/**
 * Returns the label of the button that removes a member, and a function that asks for confirmation and then removes the
 * member.
 */
export function useRemoval(
  organization: string,
  member: Member,
): { readonly label: string; readonly confirm: () => void } {
  const navigate = useNavigate();
  const { done, ...question } = questionOf(organization, member);
  const { teams, id, userId } = member;
  const onConfirm = async () => {
    await deleteMember(id);
    notifyDone(done);
    if (userId === boot.userId) await navigate({ to: '/app/organizations' });
    await Promise.all((['members', 'organizations', 'team'] as const).map((kind) => refresh(kind)));
  };
  const consequences = teams.length === 0 ? [] : [`The membership in ${counted(teams.length, 'team')} ends.`];
  return {
    label: question.act,
    confirm: () => confirmAct({ ...question, refused: 'Not removed', consequences, onConfirm }),
  };
}
