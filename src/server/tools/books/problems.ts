// The problems found in the books, one sentence each. All are counted, but only the first are kept.

const MAX_KEPT = 1000;

export class Problems {
  readonly sentences: string[] = [];
  count = 0;

  add(sentence: string): void {
    this.count++;
    if (this.sentences.length < MAX_KEPT) this.sentences.push(sentence);
  }
}
