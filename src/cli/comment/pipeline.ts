// Identifies the pipeline that a command runs in.
import type { Environment } from '../../environment.ts';
import { githubPipeline } from './github.ts';
import { gitlabPipeline } from './gitlab.ts';
import type { Pipeline } from './pull-request.ts';

/** Returns the pipeline that the environment variables describe; undefined outside pipelines of GitHub and GitLab. */
export const pipelineOf = async (environment: Environment): Promise<Pipeline | undefined> =>
  gitlabPipeline(environment) ?? (await githubPipeline(environment));
