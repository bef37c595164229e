// The worker that reads one file that is no workbook.
import { answerWith } from './answer-with.ts';

answerWith(undefined);
