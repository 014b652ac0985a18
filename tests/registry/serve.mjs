import { build } from '../setup/build.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { bold, dim, guard, say } from '../setup/steps.mjs'
import { startRegistry } from './registry.mjs'

/**
 * `npm run registry`: builds the packages of this repository, serves them from a local npm registry until Ctrl-C, and prints the setting with which
 * npm uses this registry.
 */
await guard(async () => {
  await ensureInstalled()
  await build()
  const { url, stop } = await startRegistry()
  say(
    `\n  In another terminal:\n\n  ${bold(`export npm_config_registry=${url}`)}\n  npm create wallet-modal@latest my-site\n\n  ${dim('Ctrl-C ends the registry')}\n`,
  )
  await new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, resolve)
  })
  await stop()
  return true
})
