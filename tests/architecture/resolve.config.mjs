import { entries } from '../setup/workspaces.mjs'

/**
 * Resolves the packages of this repository for dependency-cruiser: each public entry to its source file, so that the rules can be checked before a
 * build. Other paths are not found, and the rule `entries-only` reports them. (dependency-cruiser reads only this part of webpack's format.)
 */
export default {
  resolve: {
    alias: Object.fromEntries(entries(process.cwd()).map(({ specifier, source }) => [`${specifier}$`, source])),
    exportsFields: ['exports'],
    conditionNames: ['types', 'import', 'default'],
  },
}
