import { rmSync } from 'node:fs'
import { build } from 'esbuild'

/**
 * Joins the compiled modules into few files: a site's bundler would make a chunk of every small module that two views share, and each chunk costs
 * a request. Modules that only development needs stay apart, so that a production bundle can leave them out whole.
 */
const entries = ['index', 'react/index', 'elements/index', 'ui/index', 'testing/index']
const developmentOnly = ['config', 'validate', 'theme', 'options', 'check', 'domain/network']

rmSync('dist/bundle', { recursive: true, force: true })
await build({
  entryPoints: Object.fromEntries([...entries, ...developmentOnly].map((name) => [name, `dist/${name}.js`])),
  outdir: 'dist/bundle',
  chunkNames: 'parts/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
})
