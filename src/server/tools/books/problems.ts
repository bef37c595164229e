// Sentences about what is wrong with the books; of very many the first are kept, and all are counted.

const KEPT = 1000;

export class Problems {
  readonly sentences: string[] = [];
  count = 0;

  add(sentence: string): void {
    this.count++;
    if (this.sentences.length < KEPT) this.sentences.push(sentence);
  }
}
