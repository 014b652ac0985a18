import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { entries } from '../../../setup/workspaces.mjs'

const here = import.meta.dirname

const sources = new Map(entries().map(({ specifier, source }) => [specifier, source]))

const kernelSource: Plugin = {
  name: 'kernel-source',
  setup(bundle) {
    bundle.onResolve({ filter: /^@wallet-modal\// }, ({ path }) => ({ path: sources.get(path) ?? '' }))
  },
}

/** Bundles the page with the kernel's source. Answers with the folder to serve. */
export async function buildShellPage(): Promise<string> {
  const outdir = await mkdtemp(join(tmpdir(), 'wallet-modal-shell-'))
  await build({
    entryPoints: [join(here, 'main.tsx')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [kernelSource],
  })
  await copyFile(join(here, 'index.html'), join(outdir, 'index.html'))
  return outdir
}
