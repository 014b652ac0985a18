import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { repository } from '../setup/workspaces.mjs'
import { siteEntry, writePlayground } from './playground-files.mjs'

const preact = (/** @type {string} */ name) => join(repository, 'node_modules/preact', name)

const html = (/** @type {string} */ policy) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="Try the wallet modal, switch plugins on and off, and copy the command that creates such a site." />
    <title>Wallet Modal playground</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="main.css" />
  </head>
  <body>
    <div id="root"></div>
    <noscript>The playground needs JavaScript.</noscript>
    <script type="module" src="main.js"></script>
  </body>
</html>
`

/** Origin at which the sandbox serves the frame of the embedded wallet. @param {string | undefined} sandboxUrl */
const frameOf = (sandboxUrl) => (sandboxUrl ? `http://frame.localhost:${new URL(sandboxUrl).port}` : '')

/**
 * Builds the playground as static files for the documentation's site and for tests. Preact renders it.
 * @param {string} folder
 * @param {{ sandboxUrl?: string, without?: readonly string[], before?: string, connect?: string }} options
 *   `before`: a module that runs first · `connect`: sources of the policy's `connect-src`
 */
export async function buildPlayground(folder, { sandboxUrl, without, before, connect = "'none'" }) {
  const source = join(folder, 'source')
  await writePlayground(join(source, 'playground'), {
    previewUrl: 'index.html?preview',
    ...(sandboxUrl !== undefined && { sandboxUrl }),
    ...(without && { without }),
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(source, 'main.ts'), `${before ? `import ${JSON.stringify(before)}\n` : ''}${siteEntry}`)
  await build({
    absWorkingDir: repository,
    entryPoints: [join(source, 'main.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    chunkNames: 'chunks/[hash]',
    conditions: sandboxUrl === undefined ? [] : ['development'],
    nodePaths: [join(repository, 'node_modules')],
    jsx: 'automatic',
    alias: {
      react: preact('compat'),
      'react-dom': preact('compat'),
      'react-dom/client': preact('compat/client'),
      'react/jsx-runtime': preact('jsx-runtime'),
    },
    // The development build, whose errors explain invalid options.
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
  })
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https: ${sandboxUrl ?? ''}; connect-src ${connect}; frame-src 'self' ${frameOf(sandboxUrl)}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`
  writeFileSync(join(folder, 'index.html'), html(policy))
}
