// For every build: on a slow or busy machine the bundler would otherwise warn of how long its plugins took, which says
// nothing to whoever starts the app for the first time.
export const QUIET = { checks: { bundlerTimings: false } } as const;
