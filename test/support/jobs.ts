import { jobsOf } from '../../src/domains/index.ts';
import { jobParts } from '../../src/domains/instance/index.ts';
import { startJobs } from '../../src/runtime/jobs/jobs.ts';
import type { World } from './world.ts';

/** Starts all background jobs of a service. */
export const startEveryJob = ({ context }: World): AsyncDisposable => startJobs(jobParts(context), jobsOf(context));
