// What is sent to make an organization.
import { Email, Name } from '../../jsonapi/schema.ts';

export const newOrganization = { name: Name(), email: Email() };
