/**
 * Names that are keys in content too, in the words of the edition: machines, workloads, settings, knobs, parts of a measured figure,
 * dates and authors of sources.
 */
import { NAMES_IN_WORDS } from '#locale';
import NAMES from '../../../../content/names.json';

const SHOWN: Readonly<Partial<Record<string, string>>> = NAMES;
export const shownName = (name: string): string => (NAMES_IN_WORDS ? (SHOWN[name] ?? name) : name);
