import { exceptions, licencesBehind, publishedFolders } from '../packages/licences.mjs'
import { cell, code, mark, table } from './tables.mjs'

/** @typedef {import('../packages/licences.mjs').Licensed} Licensed */

/** Names of packages by their licence, a row for each. @param {readonly Licensed[]} packages */
function byLicence(packages) {
  /** @type {Map<string, Set<string>>} */
  const names = new Map()
  for (const { name, licence = 'none stated' } of packages)
    names.set(licence, (names.get(licence) ?? new Set()).add(name))
  return table(
    ['Licence', 'Packages'],
    [...names]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([licence, of]) => [cell(licence), [...of].sort().map(code).join(', ')]),
  )
}

/** The page of licences, made of the lockfile and of what installed packages state. */
export function licencesPage() {
  const folders = publishedFolders()
  const page = licencesBehind(folders.page)
  const names = new Set(page.map(({ name, version }) => `${name} ${version}`))
  const others = licencesBehind(folders.all).filter(({ name, version }) => !names.has(`${name} ${version}`))
  return `${[
    '# Licences',
    mark('package-lock.json and tests/packages/licences.mjs'),
    'The packages of this repository have the MIT licence. All packages that they bring into the `node_modules` of a site have a permissive licence, except for those under *Exceptions*. `npm run check` reads the licence of each package and fails on another one.',
    '## Exceptions',
    'Each was reviewed. A test looks for them among the inputs of a bundle of every entry that pages import: no byte of them is shipped.',
    table(
      ['Package', 'Licence', 'Why it is there'],
      exceptions.map(({ name, licence, reason }) => [code(name), cell(licence), cell(reason)]),
    ),
    '## Packages behind the kernel and the plugins',
    'What a site installs with all of them, optional packages and peers included.',
    byLicence(page),
    '## Packages for development',
    'What the command line and the sandbox with all its engines bring in addition. None of it is part of a page.',
    byLicence(others),
    'What a template of `create` adds beside that, such as Vite or Next, is chosen by the site and not in these tables.',
  ].join('\n\n')}\n`
}
