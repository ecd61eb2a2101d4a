import type { Context } from '../../../context.ts';
import { type Site, siteAt } from '../../../pages/site.ts';
import { customizationSettings } from './customization.ts';

/** The service as its pages show it, with the texts of the operator. */
export const siteOf = (context: Context): Site => siteAt(context.baseUrl(), customizationSettings(context));
