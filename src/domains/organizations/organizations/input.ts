// The attributes that clients send to create an organization; the others are set by an update.
import { organizations } from './entity.ts';

const { name, email } = organizations.create;

export const newOrganization = { name, email };
