// Choosing a file, its columns and rows, having them checked, and importing them. Nothing is saved before the import.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ImportColumn, ImportKind } from '../../../core/files/import-columns.ts';
import { newKey, ApiError } from '../../api/call.ts';
import { useDraft } from '../../api/sending/drafts.ts';
import { useTexts } from '../../messages/index.ts';
import { useGroups } from '../../ui/people/groups.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { useTellIfLeft } from '../../ui/feedback/toast.tsx';
import { type ImportFile, isTable } from './file/read-file.ts';
import { type FileProblem, type FileTable, visibleHeads } from './file/table.ts';
import { readInWorker } from './file/worker-reader.ts';
import {
  type Check,
  type Choice,
  learned,
  missingColumns,
  NOTHING_KNOWN,
  sentRows,
  takesAgain,
  withoutCell,
} from './rows/rows.ts';
import { type CheckAnswer, useRemote } from './useRemote.ts';
import { placesOf } from '../../../core/files/import-heads.ts';

// What a person chose from a file and corrected in it. It survives whatever a half-filled form survives.

interface Draft extends Omit<Choice, 'table'> {
  file: ImportFile;
  /** the chosen sheet, from 0 */
  sheet: number;
}

const tableIn = ({ file, sheet }: Draft): FileTable | FileProblem =>
  file.sheets[sheet]?.table ?? { problem: 'no-rows' };

function choiceIn(draft: Draft): Choice | null {
  const table = tableIn(draft);
  return isTable(table) ? { table, places: draft.places, ticks: draft.ticks, again: draft.again } : null;
}

function draftOf(kind: ImportKind, file: ImportFile, sheet: number): Draft {
  const table = file.sheets[sheet]?.table;
  const places = table !== undefined && isTable(table) ? placesOf(kind, visibleHeads(table)) : {};
  return { file, sheet, places, ticks: {}, again: false };
}

/** The draft of a file that was just chosen: the first of its sheets that lack the fewest columns. */
function firstDraftOf(kind: ImportKind, file: ImportFile): Draft {
  const drafts = file.sheets.map((_, sheet) => draftOf(kind, file, sheet));
  const lacking = drafts.map((draft) =>
    isTable(tableIn(draft)) ? missingColumns(kind, draft.places).length : Infinity,
  );
  return drafts[lacking.indexOf(Math.min(...lacking))] ?? draftOf(kind, file, 0);
}

/** The draft with another text in a cell; `place` is the column in the file. */
function withCell(draft: Draft, row: number, place: number, text: string): Draft {
  const table = tableIn(draft);
  if (!isTable(table)) return draft;
  const rows = table.rows.map((line, n) =>
    n === row ? { ...line, cells: table.heads.map((_, at) => (at === place ? text : (line.cells[at] ?? ''))) } : line,
  );
  const sheets = draft.file.sheets.map((sheet, n) =>
    n === draft.sheet ? { ...sheet, table: { ...table, rows } } : sheet,
  );
  return { ...draft, file: { ...draft.file, sheets } };
}

/** The check if no row is ticked. */
const NOTHING_TO_CHECK: Check = { problems: [], importedBefore: null, before: [], fines: null };

export interface Import {
  file: ImportFile | null;
  sheet: number;
  choice: Choice | null;
  /** with the file or the sheet as a whole */
  problem: FileProblem | null;
  /** null until something is known of the rows */
  answer: CheckAnswer | null;
  /** `answer` belongs to exactly what is chosen now */
  current: boolean;
  /** why it could not be checked or imported, as a sentence */
  failure: string | null;
  busy: 'reading' | 'checking' | 'saving' | null;
  /** rows imported and left out, null before that */
  done: { imported: number; leftOut: number } | null;
  /** The file comes from a draft. */
  restored: boolean;
  choose: (file: File) => Promise<void>;
  chooseSheet: (sheet: number) => void;
  setColumn: (column: ImportColumn, place: number | null) => void;
  setAgain: (again: boolean) => void;
  tick: (rows: readonly number[], ticked: boolean) => void;
  /** Changes a cell of a row. A corrected row is ticked, so that it is imported. */
  correct: (row: number, column: ImportColumn, text: string) => void;
  checkAgain: () => void;
  save: () => Promise<void>;
  startOver: () => void;
}

/** Refusals after which the rows must be checked again. */
const CHANGED = new Set(['import-problems', 'import-changed', 'imported-before']);

export function useImport(kind: ImportKind): Import {
  const hasGroups = useGroups().length > 0;
  const { t } = useTexts();
  const remote = useRemote(kind);
  const tellIfLeft = useTellIfLeft((error) => reasonOf(error, t), { title: t(`imports.${kind}.title`) });
  const [draft, setDraft, forgetDraft] = useDraft<Draft | null>(`import.${kind}`, null);
  const [restored, setRestored] = useState(draft !== null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState<'reading' | 'saving' | null>(null);
  const [checking, setChecking] = useState(false);
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  const [current, setCurrent] = useState(false);
  const [done, setDone] = useState<Import['done']>(null);
  const known = useRef(NOTHING_KNOWN);
  /** What to check once no other check is under way: of many corrections in a row only the last is checked. */
  const next = useRef<Choice | null>(null);
  const underWay = useRef(false);
  /** Ends the reading of a file: for another one, and when the person leaves. */
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  /** Changes whenever an answer that is still to come becomes outdated. */
  const turn = useRef(0);

  const forgetAnswer = (): void => {
    turn.current += 1;
    next.current = null;
    known.current = NOTHING_KNOWN;
    setAnswer(null);
    setCurrent(false);
    setFailure(null);
  };

  const checkNext = async (): Promise<void> => {
    const choice = next.current;
    next.current = null;
    if (choice === null) return;
    const mine = turn.current;
    const again = choice.again || takesAgain(choice, known.current);
    const rows = sentRows(kind, choice, known.current);
    try {
      const check = rows.length === 0 ? NOTHING_TO_CHECK : await remote.check(choice, rows, again);
      if (mine === turn.current) {
        known.current = learned(known.current, rows, check);
        setAnswer({ known: known.current, check, rows, again, key: newKey() });
        setCurrent(true);
      }
    } catch (error) {
      if (mine === turn.current) setFailure(reasonOf(error, t));
    }
    await checkNext();
  };
  const check = async (of: Draft): Promise<void> => {
    const choice = choiceIn(of);
    turn.current += 1;
    next.current = choice;
    setCurrent(false);
    setFailure(null);
    if (choice === null || missingColumns(kind, choice.places).length > 0) next.current = null;
    if (underWay.current) return;
    underWay.current = true;
    setChecking(true);
    await checkNext();
    underWay.current = false;
    setChecking(false);
  };
  /** Keeps the last answer and the focus until the new answer arrives. */
  const change = (to: Draft): void => {
    setDraft(to);
    void check(to);
  };
  const begin = (of: Draft): void => {
    forgetAnswer();
    // Where there are no groups, such a column means something else.
    change(hasGroups ? of : { ...of, places: { ...of.places, group: null } });
  };

  const checkRestored = useEffectEvent(() => {
    if (draft !== null) void check(draft);
  });
  useEffect(() => checkRestored(), []);

  const busy = working ?? (checking ? 'checking' : null);
  const table = draft === null ? null : tableIn(draft);
  const shown = useMemo(() => (draft === null ? null : choiceIn(draft)), [draft]);
  return {
    file: draft?.file ?? null,
    sheet: draft?.sheet ?? 0,
    choice: shown,
    problem: problem ?? (table === null || isTable(table) ? null : table),
    answer,
    current,
    failure,
    busy,
    done,
    restored: restored && draft !== null,
    choose: async (file) => {
      reading.current?.abort();
      reading.current = new AbortController();
      const { signal } = reading.current;
      setDone(null);
      forgetDraft();
      forgetAnswer();
      setRestored(false);
      setWorking('reading');
      const read = await readInWorker({ kind, file }, signal);
      if (signal.aborted) return;
      setWorking(null);
      setProblem('problem' in read ? read : null);
      if ('problem' in read) return;
      begin(firstDraftOf(kind, read));
    },
    chooseSheet: (sheet) => {
      if (draft !== null) begin(draftOf(kind, draft.file, sheet));
    },
    setColumn: (column, place) => {
      if (draft !== null) begin({ ...draft, places: { ...draft.places, [column]: place } });
    },
    setAgain: (again) => {
      if (draft === null) return;
      const ticks = { ...draft.ticks };
      for (const row of known.current.before) {
        if (again) ticks[row] = true;
        else delete ticks[row];
      }
      change({ ...draft, again: again && kind === 'users', ticks });
    },
    tick: (rows, ticked) => {
      if (draft === null) return;
      change({ ...draft, ticks: { ...draft.ticks, ...Object.fromEntries(rows.map((row) => [row, ticked])) } });
    },
    correct: (row, column, text) => {
      const place = draft?.places[column] ?? null;
      if (draft === null || place === null) return;
      known.current = withoutCell(known.current, row, column);
      setAnswer((now) => now && { ...now, known: known.current });
      change({ ...withCell(draft, row, place, text), ticks: { ...draft.ticks, [row]: true } });
    },
    checkAgain: () => {
      if (draft !== null) void check(draft);
    },
    save: async () => {
      const choice = draft === null ? null : choiceIn(draft);
      if (draft === null || choice === null || answer === null || !current || busy !== null) return;
      setFailure(null);
      setWorking('saving');
      try {
        const imported = await remote.save(choice, answer);
        forgetDraft();
        forgetAnswer();
        setDone({ imported, leftOut: choice.table.rows.length - imported });
        setWorking(null);
      } catch (error) {
        setWorking(null);
        if (error instanceof ApiError && CHANGED.has(error.code)) void check(draft);
        setFailure(reasonOf(error, t));
        tellIfLeft(error);
      }
    },
    startOver: () => {
      forgetDraft();
      forgetAnswer();
      setRestored(false);
      setProblem(null);
      setDone(null);
    },
  };
}
