// npm run check-books
//
// Folds the journal, sums the fines, and compares both with every user's summary and with the organisation's books, in
// one snapshot; servers may keep running. Exit codes: 0 everything agrees, 1 something differs, 2 could not run.
import { readConfig } from '../config/config.ts';
import { databaseLocation } from '../db/connect.ts';
import { checkBooks, formatBooksReport } from './books/check-books.ts';
import { openDatabase, runTool } from './shared/tool.ts';

async function main(): Promise<number> {
  const { databaseUrl } = readConfig(process.env);
  const db = await openDatabase(databaseUrl, { migrated: false });
  try {
    const report = await checkBooks(db);
    process.stdout.write(`The books of ${databaseLocation(databaseUrl)}\n\n${formatBooksReport(report)}`);
    return report.agrees ? 0 : 1;
  } finally {
    await db.close();
  }
}

await runTool(main);
