// Exemptions from a policy: scope, reason, and end.
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { type Exemption, exemptionsQuery } from '../../api/exemptions.ts';
import { exemptionList } from '../../api/list-specs.ts';
import type { Policy } from '../../api/policies.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Section } from '../../components/section.tsx';
import { useList } from '../../components/use-list.ts';
import { t } from '../../texts/exemptions.ts';
import { ExemptionActs } from '../exceptions/acts.tsx';
import { exemptionColumns, scopeOf } from '../exceptions/columns.tsx';
import { useRights } from '../exceptions/frame.tsx';
import { NewExemption } from '../exceptions/new-exemption.tsx';
import { PolicyPage, usePolicyParams } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/exemptions');

const Exemptions = ({ policy }: { readonly policy: Policy }) => {
  const { organization } = usePolicyParams();
  const list = useList(route, (search) => exemptionsQuery(policy.id, search));
  const { mayOverride } = useRights();
  const [isAdding, { open, close }] = useDisclosure(false);
  return (
    <Section title={t.title} intro={t.intro} {...(mayOverride && { actions: <Button onClick={open}>{t.add}</Button> })}>
      <Stack>
        <FormDialog title={t.add} isOpen={isAdding} onClose={close}>
          <NewExemption organization={organization} policy={policy.id} onClose={close} />
        </FormDialog>
        <ListView
          what={t.what}
          spec={exemptionList}
          {...list}
          columns={exemptionColumns()}
          nameOf={scopeOf}
          empty={<Text c="dimmed">{t.none}</Text>}
          {...(mayOverride && { actions: (exemption: Exemption) => <ExemptionActs exemption={exemption} /> })}
        />
      </Stack>
    </Section>
  );
};

/** The exemptions from a policy. */
export function PolicyExemptions() {
  return <PolicyPage>{(policy) => <Exemptions key={policy.id} policy={policy} />}</PolicyPage>;
}
