const named = 'the identifier of the feature set, such as plus';

export const featureSetsCommands = {
  list: {
    usage: 'feature-sets list',
    description: 'list the feature sets with their limits; - means no limit',
  },
  exporting: {
    usage: 'feature-sets export',
    description: 'print the catalogue as a JSON document for "feature-sets import"',
  },
  importing: {
    usage: 'feature-sets import <file>',
    description: 'replace the catalogue with the catalogue in a file; a running service applies it within a second',
    argument: 'a JSON document that "feature-sets export" printed, or - for standard input',
  },
  set: {
    usage: 'feature-sets set <identifier> [name=value...]',
    description: 'change a feature set; a running service applies it within a second',
    argument: named,
    others: 'attributes to set, such as policy-limit=20 or policy-limit=null',
  },
  withdraw: {
    usage: 'feature-sets withdraw <identifier>',
    description: 'stop offering a feature set; organizations that use the feature set keep it',
    argument: named,
  },
};
