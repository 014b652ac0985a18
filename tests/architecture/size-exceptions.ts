/** Maximum number of lines of test files over 300 lines. Entries may only be lowered or removed. */
export const longTestFiles: Readonly<Record<string, number>> = {}

/**
 * Maximum number of lines of functions over 60 lines, by `workspace function`. Entries may only be lowered or removed.
 */
export const longFunctions: Readonly<Record<string, number>> = {}

/** Maximum number of source files directly in a folder, for folders with more than 20. Entries may only be lowered or removed. */
export const crowdedFolders: Readonly<Record<string, number>> = {}
