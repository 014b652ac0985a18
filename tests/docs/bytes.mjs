import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { repository } from '../setup/workspaces.mjs'

/**
 * Size of a plugin's own code in a production build, in bytes after gzip: its entry, the further files that its `ui` module imports, and all files.
 * The kernel and third-party packages are not counted.
 * @param {string} name @param {string} exported @returns {Promise<{ entry: number, ui: number, all: number }>}
 */
export async function bytesOf(name, exported) {
  const { outputFiles, metafile } = await build({
    stdin: { resolveDir: repository, contents: `export { ${exported} } from '${name}'` },
    absWorkingDir: repository,
    outdir: '.cache/never-written',
    entryNames: 'entry',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'only-this-plugin',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path }) => (path === name ? undefined : { path, external: true })),
      },
    ],
  })
  const size = (/** @type {string} */ file) => {
    const text = outputFiles.find(({ path }) => path === join(repository, file))?.contents ?? new Uint8Array()
    return gzipSync(text, { level: 9 }).length
  }
  /** A file and its static imports. @param {string} file @param {Set<string>} [seen] */
  const closure = (file, seen = new Set()) => {
    if (!seen.has(file) && metafile.outputs[file]) {
      seen.add(file)
      for (const { path, kind } of metafile.outputs[file].imports) if (kind === 'import-statement') closure(path, seen)
    }
    return seen
  }
  const sum = (/** @type {Iterable<string>} */ files) => [...files].reduce((total, file) => total + size(file), 0)
  const files = Object.keys(metafile.outputs)
  const entry = closure(files.find((file) => file.endsWith('/entry.js')) ?? '')
  const uiFile = files.find((file) => metafile.outputs[file]?.entryPoint?.endsWith('/dist/ui.js'))
  const ui = uiFile ? [...closure(uiFile)].filter((file) => !entry.has(file)) : []
  return { entry: sum(entry), ui: sum(ui), all: sum(files) }
}

/** @param {number} bytes */
export const inKb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
