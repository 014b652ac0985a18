// Bundles the code of the embedded wallet (its frame, approval window and dashboard) into a few modules, and copies the style sheet. A gateway serves
// these files.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

rmSync(at('./dist/assets/frame'), { recursive: true, force: true })
await build({
  entryPoints: {
    main: at('./dist/frame/main.js'),
    dashboard: at('./dist/frame/dashboard/main.js'),
    approve: at('./dist/frame/window/main.js'),
  },
  outdir: at('./dist/assets/frame'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  chunkNames: '[name]-[hash]',
  logLevel: 'error',
})
copyFileSync(at('./src/frame/style.css'), at('./dist/assets/frame/style.css'))

// licence texts of the bundled packages; the gateway serves this file too
const bundled = [
  'viem',
  'ox',
  'abitype',
  'isows',
  '@noble/curves',
  '@noble/hashes',
  '@scure/base',
  '@solana/web3.js',
  'shamir-secret-sharing',
  'uqr',
  'valibot',
]
const roots = createRequire(import.meta.url).resolve.paths('viem') ?? []
const licenceOf = (name) => {
  for (const root of roots) {
    const folder = join(root, name)
    if (!existsSync(folder)) continue
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
    if (file) return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  }
  throw new Error(`${name} is not installed, or has no licence text.`)
}
writeFileSync(at('./dist/assets/frame/LICENSES.txt'), bundled.map(licenceOf).join('\n\n'))
