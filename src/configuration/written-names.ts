import { configurationFile, type Environment } from '../environment.ts';
import { keyOf } from './variables.ts';

/** A sentence with the keys of the configuration file and their places, instead of the variables whose values are from there. */
export const withWrittenNames = (environment: Environment, sentence: string): string =>
  [...(environment[configurationFile]?.places ?? [])].reduce(
    (text, [name, place]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${keyOf(name)} (${place})`),
    sentence,
  );
