// Written by `npm run generate` from src/jsonapi/vocabulary.ts.
export const differing = {
  attributes: {
    native: 'sentinel',
    'can-update-native': 'can-update-sentinel',
    'native-mocks': 'sentinel-mocks',
    'iac-build-worker-plan-timeout': 'terraform-build-worker-plan-timeout',
    'iac-build-worker-apply-timeout': 'terraform-build-worker-apply-timeout',
    'iac-worker-sudo-enabled': 'terraform-worker-sudo-enabled',
    'cloud-a-access-key-id': 'aws-access-key-id',
    'cloud-a-secret-key': 'aws-secret-key',
    'cloud-a-enabled': 'aws-enabled',
    'cloud-a-instance-profile-enabled': 'aws-instance-profile-enabled',
    'cloud-b-credentials': 'gcp-credentials',
    'cloud-b-enabled': 'gcp-enabled',
    'cloud-c-client-id': 'azure-client-id',
    'cloud-c-client-secret': 'azure-client-secret',
    'cloud-c-subscription-id': 'azure-subscription-id',
    'cloud-c-tenant-id': 'azure-tenant-id',
    'cloud-c-enabled': 'azure-enabled',
  },
  kinds: {
    native: 'sentinel',
  },
  types: {
    'sms-settings': 'twilio-settings',
    'native-versions': 'sentinel-versions',
    sms: 'twilio',
  },
} as const;
