import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { npmEnv } from '../registry/npm.mjs'
import { build } from '../setup/build.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { freePort } from '../setup/ports.mjs'
import { bold, dim, guard, SetupError, say } from '../setup/steps.mjs'
import { demoSite } from './scaffold.mjs'

/**
 * `npm start`: installs, builds, creates a demo site with the real command line, starts its sandbox and development server, and prints its URL.
 * Ctrl-C ends the sandbox and the server. `npm start -- --tarballs` works without the local registry.
 */
await guard(async () => {
  say(bold('Wallet Modal'))
  await ensureInstalled()
  await build()
  const site = await demoSite({ tarballs: process.argv.includes('--tarballs') })
  return serve(site)
})

/** Runs `wallet-modal dev` in the site until it ends, by itself or by Ctrl-C. @param {string} site @returns {Promise<boolean>} */
async function serve(site) {
  const bin = join(site, 'node_modules/create-wallet-modal/dist/bin-site.js')
  const port = await freePort(5173)
  const child = spawn(process.execPath, [bin, 'dev', '--json', '--port', String(port)], {
    cwd: site,
    env: npmEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  let ready = false
  let output = ''
  let log = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    const url = ready ? undefined : siteUrl(output)
    if (!url) return
    ready = true
    say(`\n  ${bold(url)}\n  ${dim('Ctrl-C ends it')}\n`)
  })
  child.stderr.on('data', (chunk) => {
    if (ready) process.stderr.write(chunk)
    else log += chunk
  })
  /** @type {number | null} */
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (!ready) throw new SetupError(`The demo site did not start.\n${log}${output}`)
  return code === 0
}

/** @param {string} output output of `dev --json` so far @returns {string | undefined} */
function siteUrl(output) {
  const line = output.split('\n').find((text) => text.startsWith('{'))
  try {
    return line ? JSON.parse(line).site : undefined
  } catch (error) {
    // The line is not complete yet.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
