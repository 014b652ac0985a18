import { entries } from '../setup/workspaces.mjs'

/**
 * How dependency-cruiser finds a package of this repository: by its public entries, at their source, so that the rules hold before anything is
 * built. What is no entry is not found, and the rule `entries-only` reports it. (This is the one part of webpack's format that the tool reads.)
 */
export default {
  resolve: {
    alias: Object.fromEntries(entries(process.cwd()).map(({ specifier, source }) => [`${specifier}$`, source])),
    exportsFields: ['exports'],
    conditionNames: ['types', 'import', 'default'],
  },
}
