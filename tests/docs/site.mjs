import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Eleventy } from '@11ty/eleventy'
import { build } from 'esbuild'
import { buildPlayground } from '../demo/playground-page.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { guard, say } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'
import { pages } from './contents.mjs'
import { searchIndex } from './search-index.mjs'
import { serveFresh } from './serve.mjs'

/**
 * `npm run docs`: builds the site of `docs` in `docs/dist`. `npm run docs -- dev` serves it and rebuilds the pages on changes, but not
 * scripts, search index and playground. Both need the built packages (`npm run build`).
 */

const preact = (/** @type {string} */ name) => join(repository, 'node_modules/preact', name)

/**
 * Bundles the scripts of the site: the search and the live examples. The examples use the built packages with preact, as in a page without React.
 * @param {string} folder
 */
const buildScripts = (folder) =>
  build({
    absWorkingDir: repository,
    entryPoints: { live: 'tests/docs/live/main.ts', search: 'tests/docs/live/search.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    chunkNames: 'live/[hash]',
    alias: {
      react: preact('compat'),
      'react-dom': preact('compat'),
      'react-dom/client': preact('compat/client'),
      'react/jsx-runtime': preact('jsx-runtime'),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })

/** @param {string} folder */
const eleventy = (folder) =>
  new Eleventy('docs', folder, { quietMode: true, configPath: 'tests/docs/eleventy.config.mjs' })

/**
 * Builds the whole site. The working directory must be the repository, because Eleventy's paths are relative to it.
 * @param {string} folder below the repository
 */
export async function buildSite(folder) {
  rmSync(folder, { recursive: true, force: true })
  await eleventy(folder).write()
  await buildScripts(folder)
  writeFileSync(join(folder, 'search-index.json'), searchIndex())
  // In the playground, visitors can connect their real wallets. Before a wallet is connected, the playground sends no request.
  await buildPlayground(join(folder, 'playground'), {
    without: ['sandbox', 'devtools', 'siwx', 'safe', 'walletconnect'],
    before: join(repository, 'tests/docs/live/example-eip6963-wallet.ts'),
    connect: 'https: wss:',
  })
  for (const page of pages) cpSync(join('docs', page), join(folder, page)) // Markdown for coding assistants
}

/** Serves the site on loopback only. Eleventy's own server listens on all network interfaces. */
async function dev() {
  await buildSite('.cache/docs')
  const site = eleventy('.cache/docs')
  await site.init()
  await site.watch()
  say(await serveFresh(join(repository, '.cache/docs')))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await guard(async () => {
    await ensureInstalled()
    const [, , task] = process.argv
    if (task === 'dev') return dev()
    await buildSite('docs/dist')
    say('docs/dist')
  })
