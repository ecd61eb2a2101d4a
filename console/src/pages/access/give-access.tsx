// Button that opens the form for giving access.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AccessScope } from '../../api/team-access.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { NewAccess } from './access-forms.tsx';

interface GiveAccessProps {
  readonly organization: string;
  readonly scope: AccessScope;
  readonly label: string;
}

export function GiveAccess({ organization, scope, label }: GiveAccessProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {label}
      </Button>
      <FormDialog title={label} isOpen={isOpen} onClose={close}>
        <NewAccess organization={organization} scope={scope} onClose={close} />
      </FormDialog>
    </>
  );
}
