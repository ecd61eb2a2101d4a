import type { ModulePath } from '../../domains/modules/commands.ts';
import { UsageError } from '../terminal/command.ts';

/** The name of a module on the command line. */
export const moduleAddress = ({ organization_name, module_name, module_provider }: ModulePath): string =>
  `${organization_name}/${module_name}/${module_provider}`;

/** A module as it is named on the command line: `acme/network/aws`. */
export const modulePathIn = (address: string): ModulePath => {
  const [organization_name = '', module_name = '', module_provider = '', ...rest] = address.split('/');
  if (module_provider === '' || rest.length > 0) {
    throw new UsageError(`${address} is no module: name one as organization/name/provider.`);
  }
  return { organization_name, module_name, module_provider };
};
