import { join } from 'node:path'
import { build, compiler } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { green, guard, red, run, say, seconds } from './setup/steps.mjs'
import { repository } from './setup/workspaces.mjs'

/** @typedef {{ passed: number, failed: number }} Count */

const node = (/** @type {string} */ script, /** @type {string[]} */ ...args) =>
  run(process.execPath, [join(repository, script), ...args])
const tool = (/** @type {string} */ script, /** @type {string[]} */ ...args) => node(`node_modules/${script}`, ...args)

const compile = () =>
  build().then(
    () => ({ ok: true, output: '' }),
    (/** @type {Error} */ { message }) => ({ ok: false, output: message }),
  )

/** Checks of `npm run check`: the build first, then the others, the slowest first. The names are those of the npm scripts. */
const checks = {
  build: compile,
  size: () => node('tests/size/size.mjs'),
  packages: () => node('tests/packages/check.mjs'),
  licences: () => node('tests/packages/licences.mjs'),
  typecheck: () => tool(compiler, '-p', 'tests'),
  lint: () => tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  arch: () => run('npm', ['run', '--silent', 'arch']),
  sizes: () => run('npm', ['run', '--silent', 'sizes']),
  unused: () => tool('knip/bin/knip.js'),
}

/** @typedef {[name: string, run: () => Promise<{ ok: boolean, output: string }>]} Check */

/** @param {Check} check */
async function runCheck([name, run]) {
  const started = performance.now()
  const { ok, output } = await run()
  say(`  ${ok ? green('passed') : red('failed')} ${name} ${seconds(started)}`)
  if (!ok || name === 'size') say(output.trimEnd())
  return ok
}

/**
 * Runs all checks: the build first, then the others in the order of `checks`, two at a time. A failed check does not stop the others.
 * @returns {Promise<Count>}
 */
export async function check() {
  const [first, ...others] = Object.entries(checks)
  const results = first ? [await runCheck(first)] : []
  const runQueue = async () => {
    for (let next = others.shift(); next; next = others.shift()) results.push(await runCheck(next))
  }
  await Promise.all([runQueue(), runQueue()])
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

if (process.argv[1] === join(repository, 'tests/check.mjs')) {
  await guard(async () => {
    await ensureInstalled()
    return (await check()).failed === 0
  })
}
