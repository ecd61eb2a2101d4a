// The services of this domain that several of its folders need.
import { service } from '../../context.ts';
import { newPasswordHasher } from './passwords/hasher.ts';

export const passwordHasher = service(() => newPasswordHasher());
