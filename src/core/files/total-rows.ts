/** Rows that sum up those above, as people put them below a list: "Total", "Grand total:", "میزان" (FILE-11). */
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind, OPTIONAL_COLUMNS } from './import-columns.ts';
import { foldLetters, isBlank } from '../text/letters.ts';

const WORDS = new Set(
  [
    'total | totals | grand total | sub total | subtotal | net total | sum | sum total | total sum | overall total',
    'total amount | total fine | total fines | total due | total outstanding | total members | total users | g total',
    'کل | کل رقم | کل میزان | کل جمع | کل جرمانہ | کل جرمانے | کل ارکان | میزان | میزان کل | مجموعہ | مجموعی | مجموعی رقم | جمع | جملہ | ٹوٹل | گرینڈ ٹوٹل | سب ٹوٹل',
  ].flatMap((line) => line.split('|').map(foldLetters)),
);
/** What may surround the word: units and figures. */
const UNITS = /(^|\P{L})(?:rs|pkr|روپے)(?!\p{L})/giu;
const FIGURES = /[^\p{L}\p{M}]+/gu;
/** No cell that says "Total" is longer. */
const LONGEST = 60;

/** Every total word contains one of these, so most cells need no closer look. */
const HINT = /total|sum|\p{Script=Arabic}/iu;

const saysTotal = (text: string): boolean =>
  text.length <= LONGEST &&
  HINT.test(text) &&
  WORDS.has(foldLetters(text.replaceAll(UNITS, '$1 ').replaceAll(FIGURES, ' ')));

/**
 * Whether a row is a total: it lacks a required cell, so that nobody called "Total" is mistaken for one, and either a
 * cell says "Total" or the amount is its only content.
 */
export function isTotalRow(
  kind: ImportKind,
  cells: Partial<Record<ImportColumn, string>>,
  allCells: readonly string[],
): boolean {
  const required = IMPORT_COLUMNS[kind].filter((column) => !OPTIONAL_COLUMNS.has(column));
  if (required.every((column) => !isBlank(cells[column] ?? ''))) return false;
  const filled = allCells.filter((cell) => !isBlank(cell));
  return filled.some(saysTotal) || (filled.length === 1 && kind === 'fines' && filled[0] === cells.amount);
}
