// The worker that reads one workbook.
import '../../../older-browsers.ts';
import { answerWith } from './answer-with.ts';
import { readWorkbook } from './workbook.ts';

answerWith(readWorkbook);
