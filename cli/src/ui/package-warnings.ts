import type { FetchedPlugin } from '../apply/packages/fetch-plugin.js'

/** Warnings about lifecycle scripts and programs of a third-party package, and about a path that exists on this machine only. */
export const packageWarnings = ({ plugin: { name, source }, scripts, programs }: FetchedPlugin): readonly string[] => [
  ...(source === undefined
    ? []
    : [
        `"${name}" is installed from ${source}, a path on this machine. Before others can install this site, publish the plugin, remove it here and add it by its name. \`remove\` also deletes an archive that \`add\` created from a folder.`,
      ]),
  ...(scripts.length > 0 ? [`"${name}" has install scripts (${scripts.join(', ')}). They are not run.`] : []),
  ...(programs.length > 0 ? [`"${name}" installs programs into node_modules/.bin: ${programs.join(', ')}.`] : []),
]
