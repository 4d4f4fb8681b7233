/** A command line that cannot be understood: a missing or invalid value, or options that do not go together. Nothing was done. */
export class UsageError extends Error {}
