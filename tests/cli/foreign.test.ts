import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dialog, row } from '../e2e/support/modal.js'
import { createVisits } from '../e2e/support/visits.js'
import { zephyrAt } from '../e2e/support/wallet.js'
import { type Registry, startRegistry } from '../registry/registry.mjs'
import { cacheFolder } from '../setup/cache.mjs'
import { freePort } from '../setup/ports.mjs'
import { must } from '../setup/steps.mjs'
import { startDev, stillRunning } from '../sites/support/dev.js'
import { build, type MountStep, mount, omitDevelopment, quiet, scaffold, show } from './support/foreign.js'
import { type Project, projects } from './support/projects.js'
import { fingerprint, readTree, resolvedPackages, restoreTree } from './support/tree.js'

/** `WALLET_MODAL_PROJECTS` selects projects: parts of their ids, separated by semicolons. */
const named = process.env.WALLET_MODAL_PROJECTS?.split(';')
const chosen = projects.filter(({ id, everyTime }) =>
  named ? named.some((part) => id.includes(part)) : everyTime || process.env.WALLET_MODAL_LONG,
)
// each test installs packages several times, builds the site and opens a browser
vi.setConfig({ testTimeout: 300_000 })

const visits = createVisits()
let registry: Registry

beforeAll(async () => {
  registry = await startRegistry()
})
afterAll(() => registry?.stop())

/** Our packages in a site's `node_modules`. npm removes the last package of a scope but keeps the scope's empty folder. */
function ourPackages(folder: string): readonly string[] {
  const scope = join(folder, 'node_modules/@wallet-modal')
  return existsSync(scope) ? readdirSync(scope) : []
}

interface InitDocument {
  readonly site: { readonly framework: string; readonly typescript: boolean; readonly sourceFolder: string }
  readonly mount: readonly MountStep[]
}

/** Runs the command line in the folder of a site, as its owner does. */
const cli = (folder: string, ...args: readonly string[]): Promise<string> =>
  must(`create-wallet-modal ${args.join(' ')}`, 'npm', ['exec', '--yes', '--', 'create-wallet-modal@latest', ...args], {
    cwd: folder,
    env: quiet(registry.env),
  })

/** The JSON document in the output of `--json`. npm prints lines of its own before and after it. */
const documentIn = (output: string): InitDocument =>
  JSON.parse(output.split('\n').find((line) => line.startsWith('{"ok":')) ?? output)

const init = ['--yes', '--json', '--name', 'Bakery', '--networks', 'eip155:1', '--plugins', 'connect,account,eip155']

describe('a project of another scaffolder', () => {
  it.each(chosen)('$id gets the modal, connects, and is restored when the modal is removed', async (project) => {
    const folder = await scaffold(project, join(cacheFolder('foreign'), String(projects.indexOf(project))), registry)
    const [before, packages] = [readTree(folder), resolvedPackages(folder)]

    const sandboxPort = await freePort()
    const sandbox = project.dev ? ['--sandbox-url', `http://127.0.0.1:${sandboxPort}`] : ['--no-sandbox']
    const made = documentIn(await cli(folder, ...init, ...sandbox))
    expect(made.site).toMatchObject(project.found)
    await cli(folder, 'add', 'solana', 'polkadot', 'bip122', '--yes')
    const withModal = readTree(folder)

    mount(folder, made.mount, project)
    await build(folder, project)
    if (project.dev) await connectsInDev(folder)
    if (project.omitsDevelopment) await omitDevelopment(folder, registry)
    await connects(folder, project)

    restoreTree(folder, withModal)
    await cli(folder, 'remove', '--all', '--yes')
    expect(fingerprint(readTree(folder))).toEqual(fingerprint(before))
    expect(resolvedPackages(folder)).toEqual(packages)
    expect(ourPackages(folder)).toEqual([])
  })
})

async function connects(folder: string, project: Project): Promise<void> {
  const site = await show(folder, project)
  try {
    const wallet = zephyrAt('http://127.0.0.1:9', { chainId: 1, knownChainIds: [1] })
    const { page } = await visits.open(site.url, { wallets: [wallet] })
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await row(page, 'Zephyr').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /0xf39F/ }).waitFor()
  } finally {
    await site.close()
  }
}

/** `wallet-modal dev` serves the site with the sandbox beside it: a visitor without any wallet connects. */
async function connectsInDev(folder: string): Promise<void> {
  const port = await freePort()
  const dev = startDev(folder, port)
  try {
    await dev.ready
    const { page } = await visits.open(`http://127.0.0.1:${port}/`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await row(page, 'Sandbox Wallet').click()
    await row(page, 'EVM chains').click() // the sandbox wallet supports four chain families, so the modal asks for one
    await dialog(page).getByText('Bakery wants to connect').waitFor()
    await row(page, 'Approve').click()
    await page.getByRole('button', { name: /0x/ }).waitFor()
    const family = dev.family()
    expect(await dev.pressCtrlC()).toBe(0)
    await expect.poll(() => stillRunning(family)).toEqual([])
  } finally {
    dev.kill()
  }
}
