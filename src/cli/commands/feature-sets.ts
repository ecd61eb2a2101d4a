import { commandsOf } from '../command.ts';

const named = 'its identifier, such as plus';

const declared = {
  list: {
    usage: 'feature-sets list',
    description: 'show the pricing plans with their limits; - is no limit',
  },
  exporting: {
    usage: 'feature-sets export',
    description: 'print the catalogue as the JSON document that import reads',
  },
  importing: {
    usage: 'feature-sets import <file>',
    description: 'replace the catalogue with that of a file; a running service follows within a second',
    argument: 'a JSON document as export prints it, or - for standard input',
  },
  set: {
    usage: 'feature-sets set <identifier> [name=value...]',
    description: 'change a pricing plan; a running service follows within a second',
    argument: named,
    others: 'what to set, such as policy-limit=20 or policy-limit=null',
  },
  withdraw: {
    usage: 'feature-sets withdraw <identifier>',
    description: 'withdraw a pricing plan from the offer; organizations that have it keep it',
    argument: named,
  },
};

export const featureSetsCommands = commandsOf(declared, () => import('../actions/feature-sets.ts'));
