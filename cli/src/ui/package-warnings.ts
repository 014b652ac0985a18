import type { FetchedPlugin } from '../apply/packages/fetch-plugin.js'

/** Warnings about lifecycle scripts and programs of a third-party package. */
export const packageWarnings = ({ plugin: { name }, scripts, programs }: FetchedPlugin): readonly string[] => [
  ...(scripts.length > 0 ? [`"${name}" has install scripts (${scripts.join(', ')}). They are not run.`] : []),
  ...(programs.length > 0 ? [`"${name}" installs programs into node_modules/.bin: ${programs.join(', ')}.`] : []),
]
