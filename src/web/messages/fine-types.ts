// Types of fines as the page shows them: in Urdu those of the list by their Urdu names, which are known from the session.
import type { Session } from '../../contract/sign-in/auth.ts';
import { type FineType, typeIn, type UrduNames } from '../../core/fines/type-name.ts';
import { currentLanguage } from './language.ts';

let urduNames: UrduNames = new Map();

export function nameFineTypes(types: NonNullable<Session['principal']>['fineTypes']): void {
  urduNames = new Map(types.map(({ key, urduName }) => [key, urduName]));
}

/** As it is recorded: to compare it, or to send it back. It is shown as `typeText`. */
export const recordedType = (fineType: FineType | string): string => fineType as unknown as string;

/** The one way to show the type of a fine (TYPE-10). Also for the name of a type on the list. */
export const typeText = (fineType: FineType | string): string =>
  typeIn(currentLanguage(), recordedType(fineType), urduNames);
