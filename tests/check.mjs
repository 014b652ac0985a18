import { join } from 'node:path'
import { build } from './setup/build.mjs'
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

/** What `npm run check` looks at, quickest first. The names are those of the npm scripts. */
const checks = {
  build: compile,
  lint: () => tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  typecheck: () => tool('typescript/bin/tsc', '-p', 'tests'),
  arch: () => run('npm', ['run', '--silent', 'arch']),
  unused: () => tool('knip/bin/knip.js'),
  packages: () => node('tests/packages/check.mjs'),
  size: () => node('tests/size/size.mjs'),
}

/**
 * Format and lint, types, dependency rules, unused code, packages, size. All of them run, whichever fails.
 * @returns {Promise<Count>}
 */
export async function check() {
  const count = { passed: 0, failed: 0 }
  for (const [name, look] of Object.entries(checks)) {
    const started = performance.now()
    const { ok, output } = await look()
    count[ok ? 'passed' : 'failed'] += 1
    say(`  ${ok ? green('passed') : red('failed')} ${name} ${seconds(started)}`)
    if (!ok || name === 'size') say(output.trimEnd())
  }
  return count
}

if (process.argv[1] === join(repository, 'tests/check.mjs')) {
  await guard(async () => {
    await ensureInstalled()
    return (await check()).failed === 0
  })
}
