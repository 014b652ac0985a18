import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { repository } from '../setup/workspaces.mjs'
import { serve } from '../size/serve.mjs'

/**
 * Serves a page that runs the script `contents`. The page's background follows the color scheme. `stop` ends the server.
 * @param {string} contents
 */
export async function servePicturePage(contents) {
  const out = mkdtempSync(join(tmpdir(), 'wallet-modal-picture-'))
  await build({
    stdin: { resolveDir: join(repository, 'tests/demo'), contents },
    outdir: out,
    entryNames: 'main',
    bundle: true,
    splitting: true,
    format: 'esm',
    conditions: ['development'],
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
  })
  const style = 'html{background:#eef0f4}@media(prefers-color-scheme:dark){html{background:#0b0c0f}}'
  writeFileSync(
    join(out, 'index.html'),
    `<!doctype html><style>${style}</style><script type="module" src="/main.js"></script>`,
  )
  const { url, stop } = await serve(out)
  return {
    url,
    stop() {
      stop()
      rmSync(out, { recursive: true, force: true })
    },
  }
}
