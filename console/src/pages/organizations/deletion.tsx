// Section that deletes an organization. The confirmation lists what will be lost.
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { deleteOrganization, workspaceCountQuery } from '../../api/organization-settings.ts';
import { usageQuery } from '../../api/plans.ts';
import { queryClient } from '../../api/query-client.ts';
import { forget } from '../../api/refresh.ts';
import { modulesQuery } from '../../api/registry.ts';
import { teamsQuery } from '../../api/teams.ts';
import { confirmAct } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { useAct } from '../../components/use-act.ts';
import { counted } from '../../texts/counted.ts';

interface Counted {
  readonly meta: { readonly pagination?: { readonly 'total-count': number } };
}

const totalOf = ({ meta }: Counted): number => meta.pagination?.['total-count'] ?? 0;

/** Describes the data that will be deleted with the organization, with current counts. */
async function lossesOf(name: string): Promise<readonly string[]> {
  const fresh = { staleTime: 0 };
  const [usage, modules, teams, workspaces] = await Promise.all([
    queryClient.fetchQuery({ ...usageQuery(name), ...fresh }),
    queryClient.fetchQuery({ ...modulesQuery(name, { size: 1 }), ...fresh }),
    queryClient.fetchQuery({ ...teamsQuery(name, { size: 1 }), ...fresh }),
    queryClient.fetchQuery({ ...workspaceCountQuery(name), ...fresh }),
  ]);
  const used = usage.data.attributes;
  return [
    counted(used['policy-count'], 'policy', 'policies'),
    counted(used['policy-set-count'], 'policy set'),
    counted(totalOf(modules), 'module'),
    counted(workspaces, 'workspace'),
    `${counted(totalOf(teams), 'team')}, with their tokens`,
    `${counted(used['user-count'], 'membership')} (the accounts are kept)`,
  ];
}

export function Deletion({ name }: { readonly name: string }) {
  const navigate = useNavigate();
  const { failure, isRunning, run } = useAct();
  const onConfirm = async () => {
    await deleteOrganization(name);
    notifyDone(`${name} was deleted. Its contents are being deleted in the background.`);
    await navigate({ to: '/app/organizations' });
    await forget('organization', name);
  };
  const confirmDeletion = async () => {
    const consequences = await lossesOf(name);
    const title = `Delete ${name}?`;
    confirmAct({
      title,
      body: 'The organization becomes unusable immediately. The service then deletes its contents in the background. The audit trail stays. This cannot be undone.',
      consequences,
      act: 'Delete the organization',
      typed: name,
      onConfirm,
    });
  };
  return (
    <Section title="Delete the organization" intro="Everything in the organization is deleted permanently.">
      <Stack align="flex-start">
        {failure !== undefined && <Failure error={failure} title="Not deleted" />}
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          loading={isRunning}
          onClick={() => void run(confirmDeletion)}
        >
          Delete the organization
        </Button>
      </Stack>
    </Section>
  );
}
