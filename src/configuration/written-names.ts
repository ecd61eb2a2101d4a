import { configurationFile, type Environment } from '../environment.ts';
import { keyOf } from './variables.ts';

/** Replaces each variable in a sentence by its configuration-file key and line, if its value came from that file. */
export const withWrittenNames = (environment: Environment, sentence: string): string =>
  [...(environment[configurationFile]?.places ?? [])].reduce(
    (text, [name, place]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${keyOf(name)} (${place})`),
    sentence,
  );
