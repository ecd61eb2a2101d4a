// The list of groups: the one file that knows them all.
import type { Group } from './group.ts';
import { costEstimation } from './groups/cost-estimation.ts';
import { customization } from './groups/customization.ts';
import { general } from './groups/general.ts';
import { saml } from './groups/saml.ts';
import { sms } from './groups/sms.ts';
import { smtp } from './groups/smtp.ts';

export const groups: readonly Group[] = [general, costEstimation, saml, smtp, sms, customization];
