/** In the code of the page the type of a fine is no text: see src/core/fines/type-name.ts. */
export interface RecordedType {
  readonly recordedFineType: never;
}

declare module '../core/fines/type-name.ts' {
  interface RecordedAs {
    fineType: RecordedType;
  }
}
