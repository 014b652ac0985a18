import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { entries } from '../../../setup/workspaces.mjs'
import type { SiteFiles } from '../serve.js'

const here = import.meta.dirname

const sources = new Map(entries().map(({ specifier, source }) => [specifier, source]))

const kernelSource: Plugin = {
  name: 'kernel-source',
  setup(bundle) {
    bundle.onResolve({ filter: /^@wallet-modal\// }, ({ path }) => ({ path: sources.get(path) ?? '' }))
  },
}

let built: Promise<SiteFiles> | undefined

/** Bundles the page with the kernel's source, once per worker. */
export const buildShellPage = (): Promise<SiteFiles> => (built ??= bundle())

async function bundle(): Promise<SiteFiles> {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'main.tsx')],
    outdir: '/',
    bundle: true,
    write: false,
    splitting: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [kernelSource],
  })
  const html = await readFile(join(here, 'index.html'))
  return new Map([['/index.html', html], ...outputFiles.map(({ path, contents }) => [path, contents] as const)])
}
