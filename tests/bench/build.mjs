import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { repository } from '../setup/workspaces.mjs'

/** Modules that load when the modal opens, identified by the end of their path: the interface, and the wallet discovery of each chain family. */
const interfaceModules = ['/kernel/dist/modal/services.js', '/connect/dist/ui.js', '/wallets/discovery.js']

/** Builds a page of this folder. @param {'baseline' | 'lazy' | 'modal' | 'every' | 'lists' | 'frame'} name @param {string} out */
export async function buildPage(name, out) {
  await build({
    root: join(repository, 'tests/bench', name),
    configFile: false,
    logLevel: 'error',
    build: { outDir: join(out, name), emptyOutDir: true, reportCompressedSize: false, manifest: 'manifest.json' },
  })
}

/** Writes a second page, which loads the modal's code in parallel with the site's code (`<link rel="modulepreload">`). @param {string} folder */
export function writePreloaded(folder) {
  /** @type {Record<string, { file: string, imports?: string[], isEntry?: boolean }>} */
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  /** @type {Set<string>} */
  const files = new Set()
  const add = (/** @type {string} */ key) => {
    const chunk = manifest[key]
    if (!chunk || chunk.isEntry || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  for (const key of Object.keys(manifest)) if (interfaceModules.some((path) => key.endsWith(path))) add(key)
  if (files.size < interfaceModules.length) throw new Error('The built page lacks chunks that opening the modal loads.')
  const links = [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  writeFileSync(join(folder, 'preloaded.html'), html.replace('</head>', `${links}</head>`))
}
