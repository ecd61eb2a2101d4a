import { catalogue } from './catalogue.ts';

export const t = catalogue({
  blank: 'Sample',
  blankHint: 'A sample rule that fails for every deletion, as a starting point.',
  required_tags: 'Required tags',
  required_tagsHint: 'Resources that support tags have an owner and a cost center.',
  no_open_ports: 'No open SSH or RDP',
  no_open_portsHint: 'Security groups do not allow access from the internet to ports 22 and 3389.',
  encrypted_storage: 'Encrypted storage',
  encrypted_storageHint: 'Volumes, databases and file systems are encrypted.',
  allowed_regions: 'Allowed regions',
  allowed_regionsHint: 'Providers and resources use only the regions of a list.',
  instance_types: 'Allowed instance types',
  instance_typesHint: 'Machines use only the instance types of a list.',
  protected_resources: 'No deletion of data stores',
  protected_resourcesHint: 'A plan deletes or replaces no database, bucket or volume.',
});
