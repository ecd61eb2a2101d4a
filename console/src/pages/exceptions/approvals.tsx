// Page that lists the approvals of an organization. An approval overrides later evaluations with the same findings.
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { creatorName } from '../../../../client/creator-name.ts';
import { type Approval, approvalsQuery, revokeApproval } from '../../api/approvals.ts';
import { approvalList } from '../../api/list-specs.ts';
import { refresh } from '../../api/refresh.ts';
import { confirmAct } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EvaluationLink } from '../../components/links.tsx';
import { choice, ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { counted } from '../../texts/counted.ts';
import { ExceptionsFrame, useRights } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions/approvals');

const nameOf = ({ workspace, attributes }: Approval): string =>
  `${counted(attributes['finding-count'], 'finding')} in ${workspace ?? ''}`;

const columnsIn = (organization: string): readonly Column<Approval>[] => [
  {
    id: 'findings',
    header: 'Approved findings',
    cell: (approval) =>
      approval.evaluation === null ? (
        wrapped(nameOf(approval))
      ) : (
        <EvaluationLink
          organization={organization}
          evaluation={approval.evaluation}
          style={{ overflowWrap: 'anywhere' }}
        >
          {nameOf(approval)}
        </EvaluationLink>
      ),
  },
  { id: 'comment', header: 'Comment', cell: ({ attributes }) => wrapped(attributes.comment) },
  { id: 'by', header: 'By', cell: ({ attributes }) => wrapped(creatorName(attributes.by)) },
  { id: 'created', header: 'Since', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
  {
    id: 'status',
    header: 'Status',
    cell: ({ attributes: { status } }) => (status === 'active' ? <Tag tone="warned">Active</Tag> : <Tag>Expired</Tag>),
  },
  { id: 'expires', header: 'Ends', cell: ({ attributes }) => <Time iso={attributes['expires-at']} /> },
];

const RevokeButton = ({ approval }: { readonly approval: Approval }) => {
  const confirmRevocation = () =>
    confirmAct({
      title: `Revoke the approval of ${nameOf(approval)}?`,
      body: 'The findings block plans again from the next evaluation. Evaluations that are already overridden stay overridden until the end of the approval.',
      act: 'Revoke',
      refused: 'Not revoked',
      onConfirm: async () => {
        await revokeApproval(approval.id);
        notifyDone('The approval was revoked.');
        await refresh('policy-approvals');
      },
    });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Revoke the approval of ${nameOf(approval)}`}
      onClick={confirmRevocation}
    >
      Revoke
    </Button>
  );
};

export function Approvals() {
  const { organization, mayOverride } = useRights();
  const list = useList(route, (search) => approvalsQuery(organization, search));
  return (
    <ExceptionsFrame
      title="Approvals"
      intro="Overrides for the same findings of a workspace. Later plans with only approved findings are overridden until the approval ends."
    >
      <ListView
        what="approvals"
        spec={approvalList}
        {...list}
        columns={columnsIn(organization)}
        nameOf={nameOf}
        filters={[choice('status', 'Status', { active: 'Active', expired: 'Expired' })]}
        empty="There are no approvals."
        hint="When you override a blocked evaluation, you can choose that the override applies to the same findings of later plans."
        {...(mayOverride && {
          actions: (approval: Approval) =>
            approval.attributes.status === 'active' && <RevokeButton approval={approval} />,
        })}
      />
    </ExceptionsFrame>
  );
}
