// The list of groups: the one file that knows them all.

import { saml } from '../../accounts/saml/settings.ts';
import { costEstimation } from '../groups/cost-estimation.ts';
import { customization } from '../groups/customization.ts';
import { general } from '../groups/general.ts';
import { smtp } from '../mail/settings.ts';
import { sms } from '../sms/settings.ts';
import type { Group } from './group.ts';

export const groups: readonly Group[] = [general, costEstimation, saml, smtp, sms, customization];
