import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { must } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'

/**
 * @typedef {'page' | 'account' | 'all' | 'everything' | 'host'} Page `page`: a site with the modal; `account`: also balances, activity and
 *   transfers; `all`: every chain family; `everything`: every chain family and most features; `host`: the site of `page` without the modal
 */
/** @typedef {Record<string, Record<string, number>>} Contents bytes of each module in each script, as counted by the bundler */
/** @typedef {(page: Page, out: string) => Promise<Contents>} Bundler */

const folderOf = (/** @type {Page} */ page) => join(repository, 'tests/size', page)

/** Shortens a module's path, so that the path begins with the package name, or with `kernel`, `plugins` or `tests`. @param {string} path */
const short = (path) => path.replace(/^.*node_modules\//, '').replace(/^.*?\/(?=(kernel|plugins|tests)\/)/, '')

/** @param {Record<string, { renderedLength: number }>} modules */
const lengths = (modules) =>
  Object.fromEntries(Object.entries(modules).map(([path, { renderedLength }]) => [short(path), renderedLength]))

/** @param {Record<string, { bytesInOutput: number }>} inputs */
const bytesOf = (inputs) =>
  Object.fromEntries(Object.entries(inputs).map(([path, { bytesInOutput }]) => [short(path), bytesInOutput]))

/** @param {import('vite').InlineConfig} config @param {string} out @returns {Promise<Contents>} */
async function viteBuild(config, out) {
  const { build } = await import('vite')
  /** @type {Contents} */
  const contents = {}
  await build({
    ...config,
    logLevel: 'error',
    build: { outDir: out, emptyOutDir: true, reportCompressedSize: false },
    plugins: [
      {
        name: 'contents',
        generateBundle(_, chunks) {
          for (const chunk of Object.values(chunks))
            if (chunk.type === 'chunk') contents[chunk.fileName] = lengths(chunk.modules)
        },
      },
    ],
  })
  return contents
}

/** @type {Bundler} */
const vite = (page, out) => viteBuild({ root: folderOf(page), configFile: false }, out)

/** Aliases with the effect of `npm:@preact/compat` in the template's package.json. */
const preactNames = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

/** Runs the command line to create a site without a framework, and builds the site with the packages of this repository. @param {string} out */
export async function buildVanilla(out) {
  const home = mkdtempSync(join(tmpdir(), 'wallet-modal-vanilla-'))
  try {
    const flags = [
      '--yes',
      '--no-install',
      '--template',
      'vite-vanilla',
      '--networks',
      'eip155:1',
      '--plugins',
      'eip155,connect,account',
    ]
    await must('Scaffolding', process.execPath, [join(repository, 'cli/dist/bin.js'), 'site', ...flags], { cwd: home })
    const root = join(home, 'site')
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
    return await viteBuild({ root, resolve: { alias: preactNames } }, out)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** @type {Bundler} */
async function esbuild(page, out) {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    absWorkingDir: folderOf(page),
    entryPoints: ['main.tsx'],
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    target: 'es2022',
    logLevel: 'error',
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const html = readFileSync(join(folderOf(page), 'index.html'), 'utf8')
  writeFileSync(join(out, 'index.html'), html.replace('/main.tsx', '/main.js'))
  return Object.fromEntries(
    Object.entries(metafile.outputs).map(([file, { inputs }]) => [basename(file), bytesOf(inputs)]),
  )
}

/** @type {Readonly<Record<string, Bundler>>} */
export const bundlers = { vite, esbuild }

/** Creates a temporary folder for build output. */
export const outFolder = () => mkdtempSync(join(tmpdir(), 'wallet-modal-size-'))
