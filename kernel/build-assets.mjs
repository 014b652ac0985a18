// Bundles the kernel's modules into a few published files. `tsc -b` emits the declarations. Many small files would compress badly, and a site's
// bundler does not merge files that load at different times.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('./src', import.meta.url))
const dist = fileURLToPath(new URL('./dist', import.meta.url))

/** Modules that run only in development. A site's production build omits the file that contains them. */
const development = [
  'modal/check-arguments',
  'modal/config',
  'domain/network',
  'plugins/slot-checks',
  'modal/theme',
  'plugins/validate',
  'texts/warnings',
]
/** Public modules that no page loads before a click. */
const lateModules = ['domain/account', 'domain/assets/amount', 'domain/caip', 'domain/reports']
/**
 * Definitions of events and slots. Some files contain copies of them (see `Contents.copies`). With an import instead, a site's bundler would keep
 * the definition in the code that loads before a click. Copies work, because events and slots are compared by name.
 */
const events = ['domain/events']
const slots = ['domain/slots']
/** Modules in the file `react/loading/mount`, the renderer's entry. */
const rendererEntry = ['react/dialog/after-paint']
/** Modules used by both the custom elements and the modal, without React. */
const sharedWithElements = [
  'domain/account',
  'domain/assets/amount',
  'strings/catalogue',
  'strings/en',
  'ui/images/image-source',
  'ui/styles/tokens',
]
/** Components that load after the first view; lists and transaction components use them too. */
const laterComponents = [
  ...[
    'ui/content/address',
    'ui/content/amount',
    'ui/controls/amount-input',
    'ui/controls/copy-button',
    'ui/lists/facts',
    'ui/content/fiat',
    'ui/controls/input',
    'ui/content/payload',
  ],
  ...['ui/layout/section', 'ui/controls/tabs', 'ui/styles/deferred-styles'],
]
const lists = ['lists/search-field', 'lists/result-count', 'lists/long-list']

/**
 * Contents of a published file. `modules`: further modules in the file. `imports`: other published files that the file imports from. `copies`:
 * modules that the file copies although a file in `imports` contains them. `alias`: published file that the file re-exports. `isClient`: adds the
 * directive "use client", so that server components can import the file.
 * @typedef {{ modules?: readonly string[], imports?: readonly string[], copies?: readonly string[], alias?: string, isClient?: boolean }} Contents
 */

/**
 * Published files by the name of their main module. A file contains a copy of each module that it uses and that none of its `imports` contains. If
 * files that load before and after a click shared a small module instead, a site's bundler would load more code before the click.
 * @param {readonly string[]} early modules loaded before a click
 * @param {readonly string[]} rendering modules that render the modal
 * @returns {Record<string, Contents>}
 */
const filesOf = (early, rendering) => ({
  index: { imports: ['modal/modal', 'plugins/options', 'domain/assets/amount'] },
  'modal/modal': { modules: early, imports: ['plugins/validate'] },
  // `modal/modal` and this file import each other. This file is evaluated first, so it contains copies of modules that it uses at once
  'plugins/validate': { modules: development, imports: ['modal/modal'], copies: ['domain/slots', 'plugins/token'] },
  'plugins/options': {},
  'domain/assets/amount': { modules: lateModules, imports: ['modal/modal'] },
  assets: { imports: ['modal/modal'] },
  'transactions/index': { imports: ['modal/modal'], copies: events },
  // for servers: contains no code of the modal, so that a server component may import it
  cookie: {},
  discovery: {},
  'in-app': { imports: ['modal/modal'], copies: events },
  'modal/services': { imports: ['modal/modal', 'plugins/validate'], copies: slots },
  // loaded when an action or an event handler of a plugin throws
  'errors/action-failed': { imports: ['modal/modal'] },
  'texts/site-languages': { imports: ['modal/modal', 'plugins/validate'] },
  // without React, because a plugin's iframe is in the page before the renderer is loaded
  'page/persistent-elements': { imports: ['modal/modal'] },
  // contains its own copy of the HTTP code: if it imported this code from another published file, some bundlers would split that file
  'transport/rpc': { imports: ['modal/modal'] },
  // for third-party services after a connection; also contains its own copy of the HTTP code
  'transport/third-party': { imports: ['modal/modal'] },
  'domain/connections/machine': { imports: ['modal/modal'], copies: events },
  'domain/connections/restore': { imports: ['modal/modal'] },
  'domain/connections/actions': { imports: ['modal/modal'], copies: events },
  // for the entry `texts`; the modal's own copy is in `ui/styles/tokens`
  'strings/en': {},
  'strings/ar': {},
  'strings/de': {},
  'ui/styles/tokens': { modules: sharedWithElements, imports: ['modal/modal'] },
  'react/dialog/shell': { modules: rendering, imports: ['modal/modal', 'ui/styles/tokens', 'react/loading/mount'] },
  // `mount` and `shell` import from each other: some bundlers then merge them into one file, which saves a request before the first view. `mount` has
  // few exports, because bundlers generate an object with all exports of a module that import() loads.
  'react/loading/mount': { modules: rendererEntry, imports: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell'] },
  // loaded on phones and tablets only
  'react/dialog/sheet-drag': {},
  'ui/index': { imports: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell', 'react/loading/mount'] },
  'ui/deferred': {
    modules: laterComponents,
    imports: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell', 'react/loading/mount'],
  },
  'lists/index': {
    modules: lists,
    imports: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell', 'react/loading/mount', 'ui/deferred'],
  },
  'ui/transactions/index': {
    imports: [
      'modal/modal',
      'ui/styles/tokens',
      'react/dialog/shell',
      'react/loading/mount',
      'ui/deferred',
      'lists/index',
    ],
  },
  'ui/transactions/strings/en': {},
  'ui/transactions/strings/ar': {},
  'ui/transactions/strings/de': {},
  'react/index': { imports: ['modal/modal'], copies: events },
  'react/client': { alias: 'react/index', isClient: true },
  // not part of `react/index`: esbuild would load code of the elements with every page that uses a hook
  'react/connect-button': { imports: ['modal/modal', 'ui/styles/tokens', 'elements/index'] },
  'react/connect-button-client': { alias: 'react/connect-button', isClient: true },
  'vue/index': {},
  'elements/index': { imports: ['modal/modal', 'ui/styles/tokens'] },
  'elements/account-balance': { imports: ['modal/modal', 'ui/styles/tokens'], copies: events },
  'testing/index': { imports: ['modal/modal'] },
})

/** @type {import('esbuild').BuildOptions & { write: false }} */
const options = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral', // with the default platform, esbuild would replace process.env.NODE_ENV, which the site's build has to set
  jsx: 'automatic',
  packages: 'external',
  outdir: dist,
  write: false,
}

const withForwardSlashes = (/** @type {string} */ path) => path.replaceAll('\\', '/')
/** Name of a module: its path in `src` without extension. @param {string} path */
const nameOf = (path) => withForwardSlashes(relative(source, path)).replace(/\.[jt]sx?$/, '')

/** Import specifier from one file to another. @param {string} to @param {string} from */
const importPath = (to, from) => withForwardSlashes(`./${relative(dirname(from), to)}.js`).replace('./../', '../')

/** Names of a module's exports. @param {string} name */
async function exportsOf(name) {
  const { metafile } = await build({ ...options, absWorkingDir: source, entryPoints: [`${name}.ts`], metafile: true })
  return Object.values(metafile.outputs).flatMap((output) => output.exports)
}

/**
 * Modules that an entry imports statically, directly or indirectly. Omits the modules in `without` and does not follow their imports.
 * @param {string} entry @param {readonly string[]} without @returns {Promise<string[]>}
 */
async function loadedWith(entry, without) {
  const { metafile } = await build({ ...options, absWorkingDir: source, entryPoints: [`${entry}.ts`], metafile: true })
  /** @type {Set<string>} */
  const found = new Set()
  const visit = (/** @type {string} */ path) => {
    const name = nameOf(join(source, path))
    if (found.has(name) || without.includes(name)) return
    found.add(name)
    for (const { path: next, kind, external } of metafile.inputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !external) visit(next)
  }
  visit(`${entry}.ts`)
  return [...found].filter((name) => name !== entry)
}

/**
 * Redirects each import to the published file that contains the imported module, if there is one in `fileOfModule`.
 * @param {string} file @param {ReadonlyMap<string, string>} fileOfModule file by module @param {readonly string[]} files
 * @returns {import('esbuild').Plugin}
 */
const redirectImports = (file, fileOfModule, files) => ({
  name: 'redirect-imports',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      const name = nameOf(join(resolveDir, path))
      const isLate = kind === 'dynamic-import'
      if (isLate && !files.includes(name)) throw new Error(`${name} is loaded by import() and has no file of its own.`)
      const target = isLate ? name : fileOfModule.get(name)
      if (!target) return undefined
      return { path: importPath(target, file), external: true }
    })
  },
})

/** Merges duplicate imports: esbuild emits one line for each import of an external module such as React. @param {string} text esbuild's output */
function withMergedImports(text) {
  /** @type {Map<string, string[]>} */
  const names = new Map()
  const rest = text.replace(/^import \{([^}]*)\} from "([^"]+)";\n/gm, (_, list, from) => {
    const earlier = names.get(from) ?? []
    names.set(from, [...earlier, ...list.split(',').map((/** @type {string} */ name) => name.trim())])
    return ''
  })
  return [...names].map(([from, list]) => `import { ${list.join(', ')} } from "${from}";\n`).join('') + rest
}

/** Files that `index` imports, directly or through another file. They are evaluated before `index`, so they must not import from it. */
const importedByIndex = ['modal/modal', 'plugins/validate', 'plugins/options', 'domain/assets/amount']

/**
 * Changes imports of public names from `modal/modal` to `index`. Both files then have the same importers, so bundlers merge them instead of emitting
 * an empty file for `index`.
 * @param {string} file @param {string} text @param {readonly string[]} publicNames
 */
function withPublicImports(file, text, publicNames) {
  const modal = importPath('modal/modal', file)
  return text.replace(/^import \{([^}]*)\} from "([^"]+)";\n/gm, (line, list, from) => {
    if (from !== modal) return line
    const names = list.split(',').map((/** @type {string} */ name) => name.trim())
    const isPublic = (/** @type {string} */ name) => publicNames.includes(name.split(' ')[0] ?? '')
    const imports = (/** @type {string[]} */ imported, /** @type {string} */ path) =>
      imported.length > 0 ? `import { ${imported.join(', ')} } from "${path}";\n` : ''
    return (
      imports(
        names.filter((/** @type {string} */ name) => !isPublic(name)),
        modal,
      ) + imports(names.filter(isPublic), importPath('index', file))
    )
  })
}

/** Content of one published file. @param {string} file @param {Record<string, Contents>} all */
async function textOf(file, all) {
  const { modules = [], imports = [], copies = [], alias, isClient } = all[file] ?? {}
  const directive = isClient ? "'use client'\n" : ''
  if (alias) return `${directive}export { ${(await exportsOf(file)).join(', ')} } from '${importPath(alias, file)}'\n`
  const fileOfModule = new Map(
    imports.flatMap((other) => [other, ...(all[other]?.modules ?? [])].map((name) => [name, other])),
  )
  for (const name of copies) fileOfModule.delete(name)
  const contents = [...new Set([...modules, file])].map((name) => `export * from './${name}.js'`).join('\n')
  const stdin = { contents, resolveDir: source, sourcefile: 'exports.ts' }
  const { outputFiles } = await build({
    ...options,
    stdin,
    plugins: [redirectImports(file, fileOfModule, Object.keys(all))],
  })
  return directive + withMergedImports(outputFiles[0]?.text ?? '')
}

/** Whether a file is left from an earlier build. @param {string} file in `dist` @param {readonly string[]} files */
function isOutdated(file, files) {
  if (!file.endsWith('.d.ts')) return file.endsWith('.js') && !files.includes(withForwardSlashes(file))
  return !['.ts', '.tsx'].some((extension) => existsSync(join(source, file.replace(/\.d\.ts$/, extension))))
}

async function main() {
  const early = await loadedWith('index', [...development, ...lateModules, 'plugins/options', 'plugins/check'])
  const rendering = await Promise.all(
    ['react/loading/mount', 'ui/index'].map((entry) => loadedWith(entry, [...early, ...sharedWithElements])),
  )
  const all = filesOf(
    early,
    [...new Set(rendering.flat())].filter((name) => name !== 'react/loading/mount' && !rendererEntry.includes(name)),
  )
  const files = Object.keys(all).map((file) => `${file}.js`)
  const publicNames = await exportsOf('index')
  const texts = await Promise.all(
    Object.keys(all).map(async (file) => {
      const text = await textOf(file, all)
      return ['index', ...importedByIndex].includes(file) ? text : withPublicImports(file, text, publicNames)
    }),
  )
  for (const [index, file] of files.entries()) {
    const path = join(dist, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, texts[index] ?? '')
    await rename(`${path}.new`, path)
  }
  for (const file of await readdir(dist, { recursive: true })) if (isOutdated(file, files)) await rm(join(dist, file))
  // checks the imports: fails if a file imports a name that the imported file does not export
  await build({ ...options, entryPoints: files.map((file) => join(dist, file)) })
}

await main()
