// Bundles the in-page code of the scripted wallets into `dist/assets/testing-wallets.js`. The bundle is one JavaScript expression whose value is the
// function `start` of `src/testing/page/script.ts`.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

await build({
  entryPoints: [at('./dist/testing/page/script.js')],
  outfile: at('./dist/assets/testing-wallets.js'),
  bundle: true,
  format: 'iife',
  globalName: 'page',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  banner: { js: '(() => {' },
  footer: { js: 'return page.start })()' },
  logLevel: 'error',
})
