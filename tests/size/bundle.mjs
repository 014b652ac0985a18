import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../setup/workspaces.mjs'

/** @typedef {'page' | 'host'} Page `page` is a site with the modal, `host` the same site without it */
/** @typedef {(page: Page, out: string) => Promise<void>} Bundler */

const folderOf = (/** @type {Page} */ page) => join(repository, 'tests/size', page)

/** @type {Bundler} */
async function vite(page, out) {
  const { build } = await import('vite')
  await build({
    root: folderOf(page),
    configFile: false,
    logLevel: 'error',
    build: { outDir: out, emptyOutDir: true, reportCompressedSize: false },
  })
}

/** @type {Bundler} */
async function esbuild(page, out) {
  const { build } = await import('esbuild')
  await build({
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
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const html = readFileSync(join(folderOf(page), 'index.html'), 'utf8')
  writeFileSync(join(out, 'index.html'), html.replace('/main.tsx', '/main.js'))
}

/** @type {Readonly<Record<string, Bundler>>} */
export const bundlers = { vite, esbuild }

/** A new folder for what is built. */
export const outFolder = () => mkdtempSync(join(tmpdir(), 'wallet-modal-size-'))
