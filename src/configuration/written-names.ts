import { configurationFile, type Environment } from '../environment.ts';
import { keyOf } from './variables.ts';

/** In a sentence, replaces each variable whose value came from the configuration file by its key and line. */
export const withWrittenNames = (environment: Environment, sentence: string): string =>
  [...(environment[configurationFile]?.places ?? [])].reduce(
    (text, [name, place]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${keyOf(name)} (${place})`),
    sentence,
  );
