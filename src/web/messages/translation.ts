// The shape of the texts in another language than English: the same keys, any sentences.
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};
