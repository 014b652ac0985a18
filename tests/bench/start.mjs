import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startRegistry } from '../registry/registry.mjs'
import { cacheFolder } from '../setup/cache.mjs'
import { freePort } from '../setup/ports.mjs'
import { must, SetupError, say } from '../setup/steps.mjs'

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ create: number, serve: number, draw: number, connect?: number }} StartTimes in seconds
 * @typedef {{ scaffold: (home: string) => Promise<void>, dev: readonly string[], port: number, draw: (page: Page) => Promise<void>,
 *   connect?: (page: Page) => Promise<void> }} Kind a scaffolder to measure. `dev`: arguments of `npm run dev`; `draw`: waits until the page is drawn
 */

/** Maximum total time, in seconds. */
const bar = 60
const timeoutMs = 120_000

/** @param {NodeJS.ProcessEnv} env @param {number} port @returns {Kind} */
const viteKind = (env, port) => ({
  port,
  scaffold: async (home) => {
    const args = ['create', '--yes', 'vite@9.3.0', 'site', '--', '--template', 'react-ts', '--no-interactive']
    await must('create-vite', 'npm', args, { cwd: home, env })
    await must('npm install', 'npm', ['install'], { cwd: join(home, 'site'), env })
  },
  dev: ['--host', '127.0.0.1', '--port', String(port), '--strictPort'],
  draw: (page) => page.locator('#root button').first().waitFor({ timeout: timeoutMs }),
})

/** @param {NodeJS.ProcessEnv} env @param {number} port @param {number} sandboxPort @returns {Kind} */
const ourKind = (env, port, sandboxPort) => ({
  port,
  scaffold: async (home) => {
    const flags = ['--yes', '--name', 'Bench', '--sandbox-url', `http://127.0.0.1:${sandboxPort}`]
    await must('create-wallet-modal', 'npm', ['create', '--yes', 'wallet-modal@latest', 'site', '--', ...flags], {
      cwd: home,
      env,
    })
  },
  dev: ['--port', String(port)],
  draw: (page) =>
    page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor({ timeout: timeoutMs }),
  connect: async (page) => {
    const dialog = page.getByRole('dialog')
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.getByRole('button', { name: 'Sandbox Wallet' }).click({ timeout: timeoutMs })
    await dialog.getByRole('button', { name: 'Approve' }).click({ timeout: timeoutMs })
    await page.getByTestId('address').waitFor({ timeout: timeoutMs })
  },
})

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** Runs `npm run dev` and waits until its page responds. @param {string} site @param {Kind} kind @param {NodeJS.ProcessEnv} env */
async function startDev(site, { dev, port }, env) {
  const child = spawn('npm', ['run', 'dev', '--', ...dev], {
    cwd: site,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  let isRunning = true
  child.stderr.on('data', (chunk) => (errorOutput += chunk))
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) =>
    child.once('close', () => {
      isRunning = false
      resolve()
    }),
  )
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    if (isRunning && child.pid !== undefined) process.kill(-child.pid, name)
  }
  const stop = async () => {
    signal('SIGINT')
    const killTimer = setTimeout(() => signal('SIGKILL'), 10_000)
    await ended
    clearTimeout(killTimer)
  }
  const isServing = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    ) // the server does not listen yet
  while (!(await isServing())) {
    if (!isRunning) throw new SetupError(`npm run dev ended:\n${errorOutput}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return stop
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Kind} kind @param {{ home: string, env: NodeJS.ProcessEnv }} options @returns {Promise<StartTimes>}
 */
async function measureKind(browser, kind, { home, env }) {
  const site = join(home, 'site')
  rmSync(site, { recursive: true, force: true })
  const create = await timed(() => kind.scaffold(home))
  let stop = async () => {}
  const context = await browser.newContext()
  try {
    const serve = await timed(async () => {
      stop = await startDev(site, kind, env)
    })
    const page = await context.newPage()
    const draw = await timed(async () => {
      await page.goto(`http://127.0.0.1:${kind.port}/`, { waitUntil: 'commit' })
      await kind.draw(page)
    })
    const { connect } = kind
    return { create, serve, draw, ...(connect && { connect: await timed(() => connect(page)) }) }
  } finally {
    await context.close()
    await stop()
    rmSync(site, { recursive: true, force: true })
  }
}

/** @param {StartTimes} times */
const total = ({ create, serve, draw, connect = 0 }) => create + serve + draw + connect

/**
 * Measures the time from starting `npm create` to a connected wallet, with every package in npm's cache, compared with create-vite in the same run.
 * The registry is on this machine, so no network time is included.
 * @param {import('playwright-core').Browser} browser @returns {Promise<{ vite: StartTimes, modal: StartTimes, bar: number, holds: boolean }>}
 */
export async function measureStart(browser) {
  const registry = await startRegistry()
  try {
    // building the other pages set NODE_ENV to production, and npm then omits development dependencies
    const { NODE_ENV: _, ...env } = registry.env
    const homes = { vite: cacheFolder('bench', 'vite'), modal: cacheFolder('bench', 'modal') }
    const kinds = { vite: viteKind(env, await freePort()), modal: ourKind(env, await freePort(), await freePort()) }
    for (const name of /** @type {const} */ (['vite', 'modal'])) {
      rmSync(join(homes[name], 'site'), { recursive: true, force: true })
      await kinds[name].scaffold(homes[name]) // fills npm's cache
    }
    const vite = await measureKind(browser, kinds.vite, { home: homes.vite, env })
    const modal = await measureKind(browser, kinds.modal, { home: homes.modal, env })
    return { vite, modal, bar, holds: total(modal) <= bar }
  } finally {
    await registry.stop()
  }
}

/** @param {Awaited<ReturnType<typeof measureStart>>} start */
export function printStart({ vite, modal, holds }) {
  const line = (
    /** @type {string} */ name,
    /** @type {number | undefined} */ a,
    /** @type {number | undefined} */ b,
    end = '',
  ) => say(`${name.padEnd(58)}${(a?.toFixed(1) ?? '').padStart(18)}${(b?.toFixed(1) ?? '').padStart(18)}${end}`)
  say(`\nA new site, npm's cache warm, in seconds`)
  say(`${'what'.padEnd(58)}${'create-vite'.padStart(18)}${'wallet-modal'.padStart(18)}`)
  line('the command, with the installation', vite.create, modal.create)
  line('npm run dev answers', vite.serve, modal.serve)
  line('the page is displayed', vite.draw, modal.draw)
  line('a wallet is connected', vite.connect, modal.connect)
  line('total', total(vite), total(modal), `${`${bar} s`.padStart(17)}  ${holds ? 'holds' : 'MISSES'}`)
}
