// npm run check-books
//
// Folds the journal, adds up the fines, and compares both with every user's summary and with the organisation's books,
// all of one moment, also while servers run. Exit codes: 0 everything agrees, 1 something differs, 2 it cannot run.
import { readConfig } from '../config.ts';
import { booksTable } from './books/books-table.ts';
import { checkBooks } from './books/check-books.ts';
import { openDatabase, runTool } from './shared/tool.ts';

async function main(): Promise<number> {
  const db = await openDatabase(readConfig(process.env).databaseUrl, { migrated: false });
  try {
    const report = await checkBooks(db);
    process.stdout.write(booksTable(report));
    return report.agrees ? 0 : 1;
  } finally {
    await db.close();
  }
}

await runTool(main);
