// In the code of the page the type of a fine is no text: see src/core/fines/type-name.ts.
import '../core/fines/type-name.ts';

declare module '../core/fines/type-name.ts' {
  interface RecordedAs {
    fineType: { readonly recordedFineType: never };
  }
}
