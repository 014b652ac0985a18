import { builtinModules } from 'node:module'

/**
 * npm package names: lower case, at most 214 characters, optionally scoped. Includes names that npm accepts only for existing packages: names with
 * `~`, and names of Node.js modules, such as `buffer`.
 */
export const packageNamePattern = /^(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/

const reserved = new Set(['node_modules', 'favicon.ico'])

/** Whether text is a valid npm package name, safe as a path below `node_modules`. */
export const isPackageName = (name: string): boolean =>
  packageNamePattern.test(name) && !reserved.has(name) && !name.includes('..')

/**
 * Package name for a private site, derived from a title or folder name; `site` if nothing remains. Appends `-site` to the name of a Node.js module,
 * which npm refuses for new packages.
 */
export function toPackageName(title: string): string {
  const name = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-+$/, '')
  if (name === '') return 'site'
  return builtinModules.includes(name) ? `${name}-site` : name
}
