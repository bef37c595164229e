// A member's statement: the operation, and its file, which has every line between the opening and closing balances.
import { exportStatement } from '../../../contract/exports.ts';
import * as contract from '../../../contract/money/statements.ts';
import type { Statement, StatementRow } from '../../../contract/money/statements.ts';
import type { Language } from '../../../core/text/languages.ts';
import type { Database } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { type Columns, type CsvFile, csvFile } from '../../shared/files/csv-file.ts';
import { readStatement } from './statement.service.ts';

export function serveStatements(server: Server, { db, timeZone }: CommandEnvironment): void {
  server.cachedQuery(contract.readStatement, ({ input: { params, query } }, { tx, today }) =>
    readStatement(tx, { userId: params.userId, from: query.from, to: query.to, today, timeZone }),
  );
  server.download(exportStatement, ({ input: { params, query }, today }) => {
    const { from, to, language } = query;
    return statementFile(db, language, { userId: params.userId, from, to, today, timeZone });
  });
}

/** The statement of one user for a period. */
export function statementFile(
  db: Database,
  language: Language,
  asked: Omit<Parameters<typeof readStatement>[1], 'limit'>,
): CsvFile<StatementRow> {
  async function* lines() {
    yield rowsOf(await readStatement(db.read, { ...asked, limit: Infinity }));
  }
  return csvFile('statement', language, STATEMENT_COLUMNS, lines());
}

const rowsOf = ({ from, to, opening, closing, toCome, lines }: Statement): StatementRow[] => [
  { day: from, kind: 'opening', amount: null, balance: opening },
  ...lines,
  { day: to, kind: 'closing', amount: null, balance: closing },
  ...(toCome === null ? [] : [{ day: null, kind: 'to-come', amount: toCome.amount, balance: toCome.owed } as const]),
];

const STATEMENT_COLUMNS: Columns<StatementRow> = {
  day: ({ day }) => ({ day }),
  what: ({ kind }) => ({ word: kind }),
  fineType: (row, nameOfType) => ({ text: 'fineType' in row ? nameOfType(row.fineType) : '' }),
  dueOn: (row) => ({ day: 'fineType' in row ? row.dueOn : null }),
  number: (row) => ({ text: 'fineType' in row ? row.number : '' }),
  method: (row) => ({ word: 'fineType' in row ? row.method : null }),
  reason: (row) => ({ recorded: 'fineType' in row ? row.reason : '' }),
  amount: ({ amount }) => ({ amount }),
  balance: ({ balance }) => ({ amount: balance }),
};
