// The requests to the server for each kind of file: checking rows, and importing them.
import { checkFineImport, checkUserImport, importFines, importUsers } from '../../../contract/fines/imports.ts';
import type { ImportKind } from '../../../core/files/import-columns.ts';
import { useWrite } from '../../api/hooks.ts';
import { type Check, type Choice, fineRows, type Known, userRows } from './rows/rows.ts';

interface Remote {
  check: (choice: Choice, rows: readonly number[], again: boolean) => Promise<Check>;
  /** returns the number of imported rows; under the same key they are imported only once */
  save: (choice: Choice, answer: CheckAnswer) => Promise<number>;
}

export function useRemote(kind: ImportKind): Remote {
  const checkUsers = useWrite(checkUserImport);
  const saveUsers = useWrite(importUsers);
  const checkFines = useWrite(checkFineImport);
  const saveFines = useWrite(importFines);
  if (kind === 'users') {
    return {
      check: async (choice, rows) => {
        const answer = await checkUsers.mutateAsync({ input: { body: { rows: userRows(choice, rows) } } });
        return { ...answer, before: [], fines: null };
      },
      save: async (choice, { rows, again, key }) => {
        const body = { rows: userRows(choice, rows), again };
        return (await saveUsers.mutateAsync({ input: { body }, key })).imported;
      },
    };
  }
  return {
    check: async (choice, rows, again) => {
      const { problems, importedBefore, before, ...fines } = await checkFines.mutateAsync({
        input: { body: { rows: fineRows(choice, rows), again } },
      });
      return { problems, importedBefore, before, fines };
    },
    save: async (choice, { rows, again, key, check }) => {
      const body = { rows: fineRows(choice, rows), checked: check.fines?.checked ?? '', again };
      return (await saveFines.mutateAsync({ input: { body }, key })).imported;
    },
  };
}

/** The answer to a check. */
export interface CheckAnswer {
  known: Known;
  check: Check;
  /** the rows that were checked, and will be imported */
  rows: readonly number[];
  again: boolean;
  /** for importing exactly this; reused if the import is tried again */
  key: string;
}
