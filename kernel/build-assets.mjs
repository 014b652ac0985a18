// Bundles the modules of the kernel into the few files that are published; declarations come from `tsc -b`. Bundlers keep files that are loaded at
// different times separate, and many small files compress badly. So everything that a page loads before a click is one file, and everything that
// renders the modal is another.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('./src', import.meta.url))
const dist = fileURLToPath(new URL('./dist', import.meta.url))

/** Development only: production builds omit the file. */
const development = [
  'modal/check-arguments',
  'modal/config',
  'domain/network',
  'plugins/slot-checks',
  'modal/theme',
  'plugins/validate',
]
/** Public modules that no page loads before a click. */
const values = ['domain/account', 'domain/assets/amount', 'domain/caip', 'domain/reports']
/** Tokens, which are compared by name: files that are loaded late contain their own copies, so that a page does not load them early. */
const events = ['domain/events']
const slots = ['domain/slots']
/** Loaded together with the renderer's entry. */
const entered = ['react/dialog/after-paint']
/** Styles of the elements and the modal, without React. */
const looks = [
  'domain/account',
  'domain/assets/amount',
  'strings/catalogue',
  'strings/en',
  'ui/images/image-source',
  'ui/styles/tokens',
]
/** Components that are also used by lists and transaction components. */
const more = [
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
  ...['ui/layout/section', 'ui/controls/tabs', 'ui/styles/styles-more'],
]
const lists = ['lists/finder', 'lists/found-count', 'lists/long-list']

/**
 * Published files by name of the main module: the modules that a file contains for others, and the files that it imports modules from. Modules in
 * none of these are copied, as for small pure modules that are used early and late, which a bundler would otherwise load early. @typedef {{ holds?:
 * readonly string[], from?: readonly string[], copies?: readonly string[], alias?: string, isClient?: boolean }} Contents `alias` re-exports the file
 * under another name, `isClient` adds "use client" for server components @param {readonly string[]} early modules loaded before a click @param
 * {readonly string[]} drawn modules that render the modal @returns {Record<string, Contents>}
 */
const filesOf = (early, drawn) => ({
  index: { from: ['modal/modal', 'plugins/options', 'domain/assets/amount'] },
  'modal/modal': { holds: early, from: ['plugins/validate'] },
  // evaluated before the file that it imports from, so it contains copies of what it reads immediately
  'plugins/validate': { holds: development, from: ['modal/modal'], copies: ['domain/slots', 'plugins/token'] },
  'plugins/options': {},
  'domain/assets/amount': { holds: values, from: ['modal/modal'] },
  assets: { from: ['modal/modal'] },
  'transactions/index': { from: ['modal/modal'], copies: events },
  // for servers: contains nothing of the modal, so that a server component may import it
  cookie: {},
  discovery: {},
  'in-app': { from: ['modal/modal'], copies: events },
  'modal/services': { from: ['modal/modal'], copies: slots },
  // without React, because a plugin's frame is in the page before the interface
  'page/persistent-elements': { from: ['modal/modal'] },
  // contains its own copy of fetching code: imported from another file, some bundlers would split that one further
  'transport/rpc': { from: ['modal/modal'] },
  // for third-party services after a connection; also contains its own copy of fetching code
  'transport/third-party': { from: ['modal/modal'] },
  'domain/connections/machine': { from: ['modal/modal'], copies: events },
  'domain/connections/restore': { from: ['modal/modal'] },
  'domain/connections/actions': { from: ['modal/modal'], copies: events },
  'strings/ar': {},
  'strings/de': {},
  'ui/styles/tokens': { holds: looks, from: ['modal/modal'] },
  'react/dialog/shell': { holds: drawn, from: ['modal/modal', 'ui/styles/tokens', 'react/loading/mount'] },
  // The two import from each other: some bundlers then merge them into one file, which saves a request before the first view. Late imports have few
  // names, because they are listed once more.
  'react/loading/mount': { holds: entered, from: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell'] },
  'ui/index': { from: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell', 'react/loading/mount'] },
  'ui/more': { holds: more, from: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell', 'react/loading/mount'] },
  'lists/index': {
    holds: lists,
    from: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell', 'react/loading/mount', 'ui/more'],
  },
  'ui/transactions/index': {
    from: ['modal/modal', 'ui/styles/tokens', 'react/dialog/shell', 'react/loading/mount', 'ui/more', 'lists/index'],
  },
  'ui/transactions/strings/ar': {},
  'ui/transactions/strings/de': {},
  'react/index': { from: ['modal/modal'] },
  'react/client': { alias: 'react/index', isClient: true },
  'elements/index': { from: ['modal/modal', 'ui/styles/tokens'] },
  'testing/index': { from: ['modal/modal'] },
})

/** @type {import('esbuild').BuildOptions & { write: false }} */
const options = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral', // esbuild would replace process.env.NODE_ENV, which is the site's build to decide
  jsx: 'automatic',
  packages: 'external',
  outdir: dist,
  write: false,
}

const forward = (/** @type {string} */ path) => path.replaceAll('\\', '/')
/** Name of a module: its path in `src` without extension. @param {string} path */
const nameOf = (path) => forward(relative(source, path)).replace(/\.[jt]sx?$/, '')

/** Import specifier from one file to another. @param {string} to @param {string} from */
const wayTo = (to, from) => forward(`./${relative(dirname(from), to)}.js`).replace('./../', '../')

/** @param {string} name */
async function exportsOf(name) {
  const { metafile } = await build({ ...options, absWorkingDir: source, entryPoints: [`${name}.ts`], metafile: true })
  return Object.values(metafile.outputs).flatMap((output) => output.exports)
}

/**
 * Modules reachable from an entry, except those in `without` and their own dependencies. @param {string} entry @param {readonly string[]} without
 * @returns {Promise<string[]>}
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
 * Redirects imports of modules that another file contains. @param {string} file @param {ReadonlyMap<string, string>} holders the file of a module
 * @param {readonly string[]} files @returns {import('esbuild').Plugin}
 */
const sharing = (file, holders, files) => ({
  name: 'sharing',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      const name = nameOf(join(resolveDir, path))
      const isLate = kind === 'dynamic-import'
      if (isLate && !files.includes(name)) throw new Error(`${name} is loaded by import() and has no file of its own.`)
      const holder = isLate ? name : holders.get(name)
      if (!holder) return undefined
      return { path: wayTo(holder, file), external: true }
    })
  },
})

/** Merges duplicate imports: esbuild emits one line for each import of a CommonJS module such as React. @param {string} text esbuild's output */
function withImportsTogether(text) {
  /** @type {Map<string, string[]>} */
  const names = new Map()
  const rest = text.replace(/^import \{([^}]*)\} from "([^"]+)";\n/gm, (_, list, from) => {
    const known = names.get(from) ?? []
    names.set(from, [...known, ...list.split(',').map((/** @type {string} */ name) => name.trim())])
    return ''
  })
  return [...names].map(([from, list]) => `import { ${list.join(', ')} } from "${from}";\n`).join('') + rest
}

/** Files that `index` itself loads: they run before it. */
const belowIndex = ['modal/modal', 'plugins/validate', 'plugins/options', 'domain/assets/amount']

/**
 * Takes public names of `modal/modal` from `index`. Bundlers that put modules together by who loads them then make one file of the two,
 * instead of an empty one for `index`.
 * @param {string} file @param {string} text @param {readonly string[]} publicNames
 */
function withPublicImports(file, text, publicNames) {
  const modal = wayTo('modal/modal', file)
  return text.replace(/^import \{([^}]*)\} from "([^"]+)";\n/gm, (line, list, from) => {
    if (from !== modal) return line
    const names = list.split(',').map((/** @type {string} */ name) => name.trim())
    const isPublic = (/** @type {string} */ name) => publicNames.includes(name.split(' ')[0] ?? '')
    const imports = (/** @type {string[]} */ some, /** @type {string} */ path) =>
      some.length > 0 ? `import { ${some.join(', ')} } from "${path}";\n` : ''
    return (
      imports(
        names.filter((/** @type {string} */ name) => !isPublic(name)),
        modal,
      ) + imports(names.filter(isPublic), wayTo('index', file))
    )
  })
}

/** Text of one file. @param {string} file @param {Record<string, Contents>} all */
async function textOf(file, all) {
  const { holds = [], from = [], copies = [], alias, isClient } = all[file] ?? {}
  const directive = isClient ? "'use client'\n" : ''
  if (alias) return `${directive}export { ${(await exportsOf(file)).join(', ')} } from '${wayTo(alias, file)}'\n`
  const holders = new Map(
    from.flatMap((holder) => [holder, ...(all[holder]?.holds ?? [])].map((name) => [name, holder])),
  )
  for (const name of copies) holders.delete(name)
  const contents = [...new Set([...holds, file])].map((name) => `export * from './${name}.js'`).join('\n')
  const stdin = { contents, resolveDir: source, sourcefile: 'exports.ts' }
  const { outputFiles } = await build({ ...options, stdin, plugins: [sharing(file, holders, Object.keys(all))] })
  return directive + withImportsTogether(outputFiles[0]?.text ?? '')
}

/** Files of an earlier build. @param {string} file in `dist` @param {readonly string[]} files */
function isOld(file, files) {
  if (!file.endsWith('.d.ts')) return file.endsWith('.js') && !files.includes(forward(file))
  return !['.ts', '.tsx'].some((extension) => existsSync(join(source, file.replace(/\.d\.ts$/, extension))))
}

async function main() {
  const early = await loadedWith('index', [...development, ...values, 'plugins/options', 'plugins/check'])
  const drawn = await Promise.all(
    ['react/loading/mount', 'ui/index'].map((entry) => loadedWith(entry, [...early, ...looks])),
  )
  const all = filesOf(
    early,
    [...new Set(drawn.flat())].filter((name) => name !== 'react/loading/mount' && !entered.includes(name)),
  )
  const files = Object.keys(all).map((file) => `${file}.js`)
  const publicNames = await exportsOf('index')
  const texts = await Promise.all(
    Object.keys(all).map(async (file) => {
      const text = await textOf(file, all)
      return ['index', ...belowIndex].includes(file) ? text : withPublicImports(file, text, publicNames)
    }),
  )
  for (const [at, file] of files.entries()) {
    const path = join(dist, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, texts[at] ?? '')
    await rename(`${path}.new`, path)
  }
  for (const file of await readdir(dist, { recursive: true })) if (isOld(file, files)) await rm(join(dist, file))
  await build({ ...options, entryPoints: files.map((file) => join(dist, file)) }) // fails if a file imports a name that the other one does not have
}

await main()
