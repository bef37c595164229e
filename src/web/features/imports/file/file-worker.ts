// The worker that reads one file that is no workbook.
import '../../../older-browsers.ts';
import { answerWith } from './answer-with.ts';

answerWith(undefined);
