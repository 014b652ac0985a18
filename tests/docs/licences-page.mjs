import { exceptions, licencesBehind, publishedFolders } from '../packages/licences.mjs'
import { cell, code, mark, table } from './tables.mjs'

/** @typedef {import('../packages/licences.mjs').Licensed} Licensed */

/** Table rows: each licence and the names of its packages. @param {readonly Licensed[]} packages */
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

/** Markdown of the licences page, generated from the lockfile and the manifests of installed packages. */
export function licencesPage() {
  const folders = publishedFolders()
  const page = licencesBehind(folders.page)
  const names = new Set(page.map(({ name, version }) => `${name} ${version}`))
  const others = licencesBehind(folders.all).filter(({ name, version }) => !names.has(`${name} ${version}`))
  return `${[
    '# Licences',
    mark('package-lock.json and tests/packages/licences.mjs'),
    'The packages of this repository have the MIT licence. The dependencies that they install in a site have permissive licences, except for the packages under *Exceptions*. In this repository, `npm run check` reads the licence of each dependency. It fails if a licence is not permissive and the package is not listed under *Exceptions*.',
    '## Exceptions',
    'No page loads these packages: a test bundles every entry that pages can import, and fails if a bundle contains a package without a permissive licence.',
    table(
      ['Package', 'Licence', 'Reason'],
      exceptions.map(({ name, licence, reason }) => [code(name), cell(licence), cell(reason)]),
    ),
    '## Dependencies of the kernel and the plugins',
    'A site with every plugin except the sandbox installs these packages. The table includes optional dependencies and peer dependencies.',
    byLicence(page),
    '## Packages for development',
    'The command line and the sandbox install these packages in addition. The table includes the local blockchain nodes of the sandbox. A package of the table above is listed again here if they install another version of it. Production builds contain none of the versions that this table lists.',
    byLicence(others),
    'The tables do not contain the packages that `npm create wallet-modal` adds to a new site, such as Vite or Next.js.',
  ].join('\n\n')}\n`
}
