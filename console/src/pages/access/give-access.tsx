// Button that opens the form for giving access.
import type { AccessScope } from '../../api/team-access.ts';
import { FormButton } from '../../components/form-button.tsx';
import { NewAccess } from './access-forms.tsx';

interface GiveAccessProps {
  readonly organization: string;
  readonly scope: AccessScope;
  readonly label: string;
}

export const GiveAccess = ({ organization, scope, label }: GiveAccessProps) => (
  <FormButton act={label} size="xs" variant="default">
    {(close) => <NewAccess organization={organization} scope={scope} onClose={close} />}
  </FormButton>
);
