// The list of groups: the one file that knows them all.
import type { Group } from './group.ts';
import { costEstimation } from './groups/cost-estimation.ts';
import { customization } from './groups/customization.ts';
import { general } from './groups/general.ts';

export const groups: readonly Group[] = [general, costEstimation, customization];
