import type { ModulePath } from '../../domains/modules/commands.ts';
import { UsageError } from '../terminal/command.ts';

/** Returns the name of a module for the command line, such as `acme/network/aws`. */
export const moduleAddress = ({ organization_name, module_name, module_provider }: ModulePath): string =>
  `${organization_name}/${module_name}/${module_provider}`;

/** Parses the name of a module on the command line, such as `acme/network/aws`. */
export const modulePathIn = (address: string): ModulePath => {
  const [organization_name = '', module_name = '', module_provider = '', ...rest] = address.split('/');
  if (module_provider === '' || rest.length > 0) {
    throw new UsageError(`${address} is not the name of a module: use the form organization/name/provider.`);
  }
  return { organization_name, module_name, module_provider };
};
