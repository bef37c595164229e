/** A key of the app, by what it does (FIND-1). */
export type Key = 'help' | 'search' | 'addFine' | 'collect' | 'finder' | 'print';
