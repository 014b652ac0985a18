import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { repository } from '../../setup/workspaces.mjs'
import { type ServedSite, serveSite } from './serve.js'

interface PagePlan {
  /** TypeScript of the page's only script. */
  readonly script: string
  readonly body?: string
  readonly lang?: string
  /** Draws with preact/compat under React's names, as a page without React does. */
  readonly preact?: boolean
  /** Draws with the React of this `node_modules` folder. */
  readonly reactIn?: string
  /** Scripts that run before the page's own, as those of extensions do. */
  readonly before?: readonly string[]
  /** Takes what packages export for development, as a site's development server does. */
  readonly development?: boolean
  readonly services: readonly string[]
  /** The site's own server, below `/api/`. */
  readonly api?: (origin: string) => (request: Request) => Promise<Response>
}

const preact = (name: string): string => join(repository, 'node_modules/preact', name)

const preactAliases = {
  react: preact('compat'),
  'react-dom': preact('compat'),
  'react-dom/client': preact('compat/client'),
  'react/jsx-runtime': preact('jsx-runtime'),
}

/** Bundles a page from the built packages, as a production site would, and serves it under the strictest policy. */
export async function servePage({
  script,
  body = '',
  lang = 'en',
  preact: usesPreact = false,
  reactIn,
  before = [],
  development = false,
  services,
  api,
}: PagePlan): Promise<ServedSite> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-modal-page-'))
  await build({
    stdin: { resolveDir: join(repository, 'tests/e2e'), loader: 'ts', contents: script },
    outdir: directory,
    entryNames: 'main',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    ...(development && { conditions: ['development', 'module'] }),
    define: { 'process.env.NODE_ENV': '"production"' },
    ...(usesPreact && { alias: preactAliases }),
    ...(reactIn && { alias: { react: join(reactIn, 'react'), 'react-dom': join(reactIn, 'react-dom') } }),
    logLevel: 'error',
  })
  const head =
    '<title>Plain page</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
  const early = before.map((text, at) => {
    writeFileSync(join(directory, `before-${at}.js`), text)
    return `<script src="/before-${at}.js"></script>`
  })
  const html = `<!doctype html><html lang="${lang}"><head>${head}${early.join('')}</head><body>${body}<script type="module" src="/main.js"></script></body></html>`
  writeFileSync(join(directory, 'index.html'), html)
  const served = await serveSite({ directory, services, ...(api && { api }) })
  return {
    url: served.url,
    async close() {
      await served.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
