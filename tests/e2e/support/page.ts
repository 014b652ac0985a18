import { join } from 'node:path'
import { build } from 'esbuild'
import { repository } from '../../setup/workspaces.mjs'
import { type ServedSite, type SiteFiles, serveSite } from './serve.js'

interface PagePlan {
  /** TypeScript of the page's only script. */
  readonly script: string
  readonly body?: string
  readonly lang?: string
  /** Bundles preact/compat instead of React, as a site without React would. */
  readonly preact?: boolean
  /** Bundles the React of this `node_modules` folder. */
  readonly reactIn?: string
  /** Scripts that run before the page's own, like those of extensions. */
  readonly before?: readonly string[]
  /** Resolves the `development` exports of packages, like a site's development server. */
  readonly development?: boolean
  readonly services: readonly string[]
  /** Origins that the page may show in frames. */
  readonly frames?: readonly string[]
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

type BuildPlan = Pick<PagePlan, 'script' | 'preact' | 'reactIn' | 'development'>

const built = new Map<string, Promise<SiteFiles>>()

/** Bundles a page's script. Each test worker bundles the same page only once. */
function buildPage({
  script,
  preact: usesPreact = false,
  reactIn,
  development = false,
}: BuildPlan): Promise<SiteFiles> {
  const key = JSON.stringify([script, usesPreact, reactIn, development])
  const found = built.get(key)
  if (found) return found
  const files = build({
    stdin: { resolveDir: join(repository, 'tests/e2e'), loader: 'ts', contents: script },
    outdir: '/',
    entryNames: 'main',
    bundle: true,
    write: false,
    splitting: true,
    format: 'esm',
    minify: true,
    ...(development && { conditions: ['development', 'module'] }),
    define: { 'process.env.NODE_ENV': '"production"' },
    ...(usesPreact && { alias: preactAliases }),
    ...(reactIn && { alias: { react: join(reactIn, 'react'), 'react-dom': join(reactIn, 'react-dom') } }),
    logLevel: 'error',
  }).then(({ outputFiles }) => new Map(outputFiles.map(({ path, contents }) => [path, contents])))
  built.set(key, files)
  return files
}

/** Bundles a page from the built packages for production, and serves it with the strictest Content Security Policy. */
export async function servePage(plan: PagePlan): Promise<ServedSite> {
  const { body = '', lang = 'en', before = [], services, frames = [], api } = plan
  const head =
    '<title>Plain page</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
  const early = before.map((_, at) => `<script src="/before-${at}.js"></script>`)
  const html = `<!doctype html><html lang="${lang}"><head>${head}${early.join('')}</head><body>${body}<script type="module" src="/main.js"></script></body></html>`
  const files = new Map([
    ...(await buildPage(plan)),
    ...before.map((text, at) => [`/before-${at}.js`, Buffer.from(text)] as const),
    ['/index.html', Buffer.from(html)],
  ])
  return serveSite({ files, services, frames, ...(api && { api }) })
}
