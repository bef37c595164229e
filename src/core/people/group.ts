/** Groups of members: departments, teams, classes. */
import type { Language } from '../text/languages.ts';

export interface GroupNames {
  name: string;
  /** empty if it has none */
  urduName: string;
}

/** In Urdu a group goes by its Urdu name, if it has one. */
export const groupIn = (language: Language, { name, urduName }: GroupNames): string =>
  language === 'ur' && urduName !== '' ? urduName : name;

/** In a filter, in place of a group's id: members who are in no group. */
export const NO_GROUP = 'none';
