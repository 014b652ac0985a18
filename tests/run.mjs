import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.mjs'
import { ensureBitcoind, offerBitcoind } from './setup/bitcoind.mjs'
import { build } from './setup/build.mjs'
import { cacheFolder } from './setup/cache.mjs'
import { chromium, ensureChromium } from './setup/chromium.mjs'
import { ensureFirefox } from './setup/firefox.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { ensurePostgres } from './setup/postgres.mjs'
import { ensureRedis } from './setup/redis.mjs'
import { ensureShells } from './setup/shells.mjs'
import { bold, green, guard, minutes, red, run, SetupError, say } from './setup/steps.mjs'
import { ensureWebkit } from './setup/webkit.mjs'
import { repository } from './setup/workspaces.mjs'

/**
 * `npm test`: installs missing programs, runs the checks and then every suite. `--long` (npm run test:long) sets WALLET_MODAL_LONG=1 for the
 * suites, which then run more cases. Arguments that are not options select suites: `npm test -- unit e2e`.
 *
 * @typedef {import('./check.mjs').Count} Count
 * @typedef {{ count: Count, failures: readonly string[], notRun: readonly string[], again: readonly string[] }} Outcome `notRun`: names of tests;
 *   `failures` and `again` (tests that passed only on a retry): a sentence for each test, with its name and error
 * @typedef {Outcome & { name: string, took: string }} Result
 */

/** Suites whose tests are next to the code and import its source. The other suites have a folder in `tests` and import built packages. */
const besideCode = new Set(['unit', 'programs'])
const suites = [
  'unit',
  'programs',
  'architecture',
  'packages',
  'conformance',
  'cli',
  'sites',
  'dom',
  'e2e',
  'smoke',
].filter((name) => besideCode.has(name) || existsSync(join(repository, 'tests', name)))
const needsChromium = new Set(['cli', 'sites', 'e2e'])
/** Suites that mostly wait: for npm, servers, timers or slow browsers. They run one after the other, in parallel with the other suites. */
const waiting = ['sites', 'smoke', 'dom', 'conformance', 'cli']
/** Browsers of every run of the smoke suite, each with its own test file. Only `--long` adds Chromium, because the e2e suite covers it. */
const smokeBrowsers = { firefox: ensureFirefox, webkit: ensureWebkit }

const long = process.argv.includes('--long')
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const wanted = (/** @type {string} */ name) => chosen.length === 0 || chosen.includes(name)

/** @param {string} name @param {() => Promise<Outcome>} work @returns {Promise<Result>} */
async function timed(name, work) {
  say(`\n${bold(name)}`)
  const started = performance.now()
  const result = await work()
  return printOutcome(name, minutes(started), result)
}

/** @param {string} name @param {string} took @param {Outcome} result @returns {Result} */
function printOutcome(name, took, result) {
  say(`${name}: ${outcome(result)} in ${took}`)
  return { name, took, ...result }
}

/**
 * Starts suites in the background, one after the other. The returned functions wait for one suite and print its output and outcome.
 * @param {readonly { name: string, files: readonly string[] }[]} chain @returns {(() => Promise<Result>)[]}
 */
function startInBackground(chain) {
  /** @type {Promise<unknown>} */
  let before = Promise.resolve()
  return chain.map(({ name, files }) => {
    const ended = before.then(async () => {
      const started = performance.now()
      const result = await suite(name, { files, show: false })
      return { result, took: minutes(started) }
    })
    before = ended
    return async () => {
      const { result, took } = await ended
      say(`\n${bold(name)}\n${result.output.trim()}`)
      return printOutcome(name, took, result)
    }
  })
}

/** @param {Outcome} result */
const outcome = ({ count: { passed, failed }, notRun }) =>
  `${green(`${passed} passed`)}, ${failed ? red(`${failed} failed`) : '0 failed'}${notRun.length ? `, ${red(`${notRun.length} not run`)}` : ''}`

/**
 * Runs one suite and reads its outcome from the file that `support/reporter.ts` writes.
 * @param {string} name
 * @param {{ files?: readonly string[], show?: boolean }} [how] `files`: default all; `show`: prints output as it arrives (default)
 */
async function suite(name, { files = [], show = true } = {}) {
  const report = join(cacheFolder('reports'), `${name}-${process.pid}.json`)
  const options = [
    '--config',
    'tests/vitest.config.ts',
    '--project',
    `${name}*`, // the unit tests are two projects
    ...files,
  ]
  const env = { ...process.env, WALLET_MODAL_REPORT: report, ...(long ? { WALLET_MODAL_LONG: '1' } : {}) }
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
  const { ok, output } = await run(process.execPath, [vitest, 'run', ...options], { env, show })
  return { ...read(report, ok), output }
}

/** @param {string} report @param {boolean} ok @returns {Outcome} */
function read(report, ok) {
  if (!existsSync(report)) return { count: { passed: 0, failed: 1 }, failures: [], notRun: [], again: [] }
  const { passed, failures, notRun, again } = JSON.parse(readFileSync(report, 'utf8'))
  return { count: { passed, failed: Math.max(failures.length, ok ? 0 : 1) }, failures, notRun, again }
}

/** Test files of the smoke suite whose browser is installed. @param {string[]} missing receives a sentence for each missing browser */
async function smokeFiles(missing) {
  const files = long && chromium() ? ['tests/smoke/chromium.test.ts'] : []
  for (const [name, ensureBrowser] of Object.entries(smokeBrowsers)) {
    const reason = await ensureBrowser()
    if (reason) missing.push(`the smoke suite in ${name}. ${reason}`)
    else files.push(`tests/smoke/${name}.test.ts`)
  }
  return files
}

/** @param {readonly { name: string, files: readonly string[] }[]} runs @returns {Promise<readonly Result[]>} */
async function runSuites(runs) {
  const others = runs.filter(({ name }) => !waiting.includes(name))
  // if only suites of `waiting` run, their output is shown as it arrives
  const foreground = others.length > 0 ? others : runs
  const background = startInBackground(runs.filter((one) => !foreground.includes(one)))
  /** @type {Result[]} */
  const results = []
  for (const { name, files } of foreground) results.push(await timed(name, () => suite(name, { files })))
  for (const ended of background) results.push(await ended())
  return results
}

/** @param {readonly Result[]} results @param {readonly string[]} missing @returns {boolean} */
function close(results, missing) {
  say('')
  for (const result of results) say(`${result.name.padEnd(14)}${result.took.padStart(9)}   ${outcome(result)}`)
  for (const { name, failures } of results)
    for (const sentence of failures) say(`${red('Failed:')} ${name}: ${sentence}`)
  for (const { name, again } of results)
    for (const sentence of again) say(`${red('Passed on a retry:')} ${name}: ${sentence}`)
  const notRun = [...missing, ...results.flatMap(({ name, notRun: names }) => names.map((test) => `${name}: ${test}`))]
  for (const sentence of notRun) say(`${red('Not run:')} ${sentence}`)
  const passed = results.reduce((sum, { count }) => sum + count.passed, 0)
  const failed = results.reduce((sum, { count }) => sum + count.failed, 0) + (process.env.CI ? notRun.length : 0)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0
}

/** Reports a failed set-up as the only failure. @param {unknown} error */
function stop(error) {
  if (!(error instanceof SetupError)) throw error
  say(`${red(error.message)}\n0 passed, 1 failed`)
  return false
}

/**
 * Installs Chromium, the Bitcoin node, and the other programs that the chosen suites need. They are installed one after the other, because only one
 * apt-get can run at a time.
 * @returns {Promise<{ missing: string[], noChromium: string | undefined, smoke: string[] }>} `missing`: a sentence for each missing program;
 *   `smoke`: test files of the smoke suite whose browser is installed
 */
async function installPrograms() {
  const noChromium = await ensureChromium()
  const missing = noChromium ? [`everything that needs Chromium. ${noChromium}`] : []
  const noBitcoin = await ensureBitcoind()
  if (noBitcoin) missing.push(`everything that needs a Bitcoin node. ${noBitcoin}`)
  if (wanted('programs')) missing.push(...(await ensureShells()))
  const noRedis = wanted('programs') || wanted('conformance') ? await ensureRedis() : undefined
  if (noRedis) missing.push(`everything that needs Redis. ${noRedis}`)
  const noPostgres = wanted('programs') || wanted('conformance') ? await ensurePostgres() : undefined
  if (noPostgres) missing.push(`everything that needs PostgreSQL. ${noPostgres}`)
  return { missing, noChromium, smoke: wanted('smoke') ? await smokeFiles(missing) : [] }
}

async function main() {
  say(bold('set-up'))
  const [{ missing, noChromium, smoke }] = await Promise.all([installPrograms(), ensureInstalled()])
  offerBitcoind()
  /** @type {Result[]} */
  const results = []
  if (wanted('check'))
    results.push(await timed('check', async () => ({ count: await check(), failures: [], notRun: [], again: [] })))
  else if (suites.some((name) => name !== 'unit' && wanted(name))) await build()
  const canRun = (/** @type {string} */ name) => wanted(name) && !(noChromium && needsChromium.has(name))
  const chain = suites.filter(canRun).map((name) => ({ name, files: name === 'smoke' ? smoke : [] }))
  results.push(...(await runSuites(chain.filter(({ name }) => name !== 'smoke' || smoke.length > 0))))
  return close(results, missing)
}

await guard(() => main().catch(stop))
