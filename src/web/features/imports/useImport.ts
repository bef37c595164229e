// Choosing a file, its columns, having its rows checked, and importing them. Nothing is saved before that.
import { useState } from 'react';
import { checkFineImport, checkUserImport, importFines, importUsers } from '../../../contract/fines/imports.ts';
import { type ColumnPlaces, placesOf } from '../../../core/files/import-heads.ts';
import type { ImportColumn, ImportKind } from '../../../core/files/import-columns.ts';
import { newKey } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { type FileProblem, type FileTable, readFile } from './read-file.ts';
import { type Check, fineRows, missingColumns, userRows } from './rows.ts';

/** What is asked of the server for each kind of file. */
interface Remote {
  check: (table: FileTable, places: ColumnPlaces, again: boolean) => Promise<Check>;
  /** the number of imported rows; under the same key they are imported once */
  save: (table: FileTable, places: ColumnPlaces, check: Check, again: boolean, key: string) => Promise<number>;
}

function useRemote(kind: ImportKind): Remote {
  const checkUsers = useWrite(checkUserImport);
  const saveUsers = useWrite(importUsers);
  const checkFines = useWrite(checkFineImport);
  const saveFines = useWrite(importFines);
  if (kind === 'users') {
    return {
      check: async (table, places) => {
        const answer = await checkUsers.mutateAsync({ input: { body: { rows: userRows(table, places) } } });
        return { ...answer, before: [], fines: null };
      },
      save: async (table, places, _check, again, key) => {
        const body = { rows: userRows(table, places), again };
        return (await saveUsers.mutateAsync({ input: { body }, key })).imported;
      },
    };
  }
  return {
    check: async (table, places, again) => {
      const { problems, importedBefore, before, ...fines } = await checkFines.mutateAsync({
        input: { body: { rows: fineRows(table, places), again } },
      });
      return { problems, importedBefore, before, fines };
    },
    save: async (table, places, check, again, key) => {
      const body = { rows: fineRows(table, places), checked: check.fines?.checked ?? '', again };
      return (await saveFines.mutateAsync({ input: { body }, key })).imported;
    },
  };
}

export interface Chosen {
  table: FileTable;
  places: ColumnPlaces;
  /** also what was imported before */
  again: boolean;
  /** null while it is not there */
  check: Check | null;
  /** for the import of exactly this; the same one if it is tried again */
  key: string;
}

export interface Import {
  chosen: Chosen | null;
  /** of the file as a whole */
  problem: FileProblem | null;
  /** why it could not be checked or imported, a sentence */
  failure: string | null;
  busy: 'reading' | 'checking' | 'saving' | null;
  /** rows imported, null before that */
  done: number | null;
  choose: (file: File) => Promise<void>;
  setColumn: (column: ImportColumn, place: number | null) => void;
  setAgain: (again: boolean) => void;
  checkAgain: () => void;
  save: () => Promise<void>;
  startOver: () => void;
}

/** Refusals after which the rows are to be checked once more. */
const CHANGED = new Set(['import-problems', 'import-changed', 'imported-before']);

export function useImport(kind: ImportKind): Import {
  const { t } = useTexts();
  const remote = useRemote(kind);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState<'reading' | 'saving' | null>(null);
  /** under way; only the newest one's answer is shown */
  const [checks, setChecks] = useState(0);
  const [done, setDone] = useState<number | null>(null);

  /** `shown`: what stays on the screen, with its focus, until the answer is there */
  const check = async (
    table: FileTable,
    places: ColumnPlaces,
    again = false,
    shown: Check | null = null,
  ): Promise<void> => {
    const key = newKey();
    setChosen({ table, places, again, check: shown, key });
    if (missingColumns(kind, places).length > 0) return;
    setChecks((now) => now + 1);
    try {
      const answer = await remote.check(table, places, again);
      // Another column may have been chosen meanwhile.
      setChosen((now) => (now?.key === key ? { ...now, check: answer } : now));
    } catch (error) {
      setFailure(reasonOf(error, t));
    } finally {
      setChecks((now) => now - 1);
    }
  };
  const busy = working ?? (checks > 0 ? 'checking' : null);

  return {
    chosen,
    problem,
    failure,
    busy,
    done,
    choose: async (file) => {
      setDone(null);
      setChosen(null);
      setFailure(null);
      setWorking('reading');
      const read = await readFile(kind, file);
      setWorking(null);
      setProblem('problem' in read ? read : null);
      if (!('problem' in read)) await check(read, placesOf(kind, read.heads));
    },
    setColumn: (column, place) => {
      if (chosen === null) return;
      setFailure(null);
      void check(chosen.table, { ...chosen.places, [column]: place });
    },
    setAgain: (again) => {
      if (chosen === null) return;
      setFailure(null);
      void check(chosen.table, chosen.places, again, chosen.check);
    },
    checkAgain: () => {
      if (chosen === null) return;
      setFailure(null);
      void check(chosen.table, chosen.places, chosen.again);
    },
    save: async () => {
      if (chosen === null || chosen.check === null || busy !== null) return;
      setFailure(null);
      setWorking('saving');
      try {
        setDone(await remote.save(chosen.table, chosen.places, chosen.check, chosen.again, chosen.key));
        setChosen(null);
        setWorking(null);
      } catch (error) {
        setFailure(reasonOf(error, t));
        setWorking(null);
        if (error instanceof ApiError && CHANGED.has(error.code)) void check(chosen.table, chosen.places, chosen.again);
      }
    },
    startOver: () => {
      setChosen(null);
      setProblem(null);
      setFailure(null);
      setDone(null);
    },
  };
}
