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

/** What `npm run check` looks at, the build first, then the longest. The names are those of the npm scripts. */
const checks = {
  build: compile,
  size: () => node('tests/size/size.mjs'),
  packages: () => node('tests/packages/check.mjs'),
  licences: () => node('tests/packages/licences.mjs'),
  typecheck: () => tool(compiler, '-p', 'tests'),
  lint: () => tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  arch: () => run('npm', ['run', '--silent', 'arch']),
  unused: () => tool('knip/bin/knip.js'),
}

/** @typedef {[name: string, look: () => Promise<{ ok: boolean, output: string }>]} Check */

/** @param {Check} check */
async function tell([name, look]) {
  const started = performance.now()
  const { ok, output } = await look()
  say(`  ${ok ? green('passed') : red('failed')} ${name} ${seconds(started)}`)
  if (!ok || name === 'size') say(output.trimEnd())
  return ok
}

/**
 * Format and lint, types, dependency rules, unused code, packages, licences, size. All of them run, whichever fails; two at a time, once there is a build.
 * @returns {Promise<Count>}
 */
export async function check() {
  const [first, ...others] = Object.entries(checks)
  const results = first ? [await tell(first)] : []
  const take = async () => {
    for (let next = others.shift(); next; next = others.shift()) results.push(await tell(next))
  }
  await Promise.all([take(), take()])
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

if (process.argv[1] === join(repository, 'tests/check.mjs')) {
  await guard(async () => {
    await ensureInstalled()
    return (await check()).failed === 0
  })
}
