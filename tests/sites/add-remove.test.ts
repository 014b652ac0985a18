import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wallet } from '../e2e/support/email-site.js'
import { row } from '../e2e/support/modal.js'
import { createVisits } from '../e2e/support/visits.js'
import { startRegistry } from '../registry/registry.mjs'
import { freePort } from '../setup/ports.mjs'
import { must } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'
import { startDev } from './support/dev.js'
import { sandboxPort, scaffoldSite } from './support/site.js'

type Registry = Awaited<ReturnType<typeof startRegistry>>

const home = mkdtempSync(join(tmpdir(), 'wallet-modal-change-'))
const site = join(home, 'site')
const visits = createVisits()
let registry: Registry | undefined

beforeAll(async () => {
  const made = await scaffoldSite()
  cpSync(made, site, { recursive: true, filter: (path) => relative(made, path) !== 'dist' })
  registry = await startRegistry()
})
afterAll(async () => {
  await registry?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Runs the command line that is installed in the site. */
const cli = (...args: readonly string[]): Promise<string> =>
  must(args.join(' '), process.execPath, [join(site, 'node_modules/create-wallet-modal/dist/bin-site.js'), ...args], {
    cwd: site,
    env: { ...process.env, ...registry?.env },
  })

const build = (): Promise<string> =>
  must('npm run build', 'npm', ['run', 'build'], { cwd: site, env: { ...process.env, ...registry?.env } })

const ignored = new Set(['node_modules', 'package-lock.json', 'dist'])

/** Every file of the site, except node_modules, the lockfile and builds. */
function tree(folder = site): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !ignored.has(name))
      .flatMap((name) => {
        const path = join(folder, name)
        return statSync(path).isDirectory()
          ? Object.entries(tree(path))
          : [[relative(site, path), readFileSync(path, 'latin1')]]
      }),
  )
}

/** Versions of all packages in the lockfile, by their folder. */
function resolved(): Readonly<Record<string, string>> {
  const { packages }: { readonly packages: Readonly<Record<string, { readonly version?: string }>> } = JSON.parse(
    readFileSync(join(site, 'package-lock.json'), 'utf8'),
  )
  return Object.fromEntries(Object.entries(packages).map(([path, { version = '' }]) => [path, version]))
}

describe('a site created by the command line, installed by npm from a registry', () => {
  it('builds with two added plugins; after their removal, every file has the same bytes as before', async () => {
    const before = { tree: tree(), resolved: resolved() }
    const added = JSON.parse(await cli('add', 'walletconnect', 'solana', '--yes', '--json'))
    expect(added).toMatchObject({ ok: true, changed: true, installed: true })
    expect(tree()['src/wallet-modal.generated.ts']).toContain('walletconnect(')
    expect(resolved()).toMatchObject({ 'node_modules/@wallet-modal/walletconnect': expect.any(String) })
    await build()
    expect(readdirSync(join(site, 'dist/assets')).length).toBeGreaterThan(1)

    await cli('remove', 'walletconnect', 'solana', '--yes')
    expect(tree()).toEqual(before.tree)
    expect(resolved()).toEqual(before.resolved)
    expect(existsSync(join(site, 'node_modules/@wallet-modal/walletconnect'))).toBe(false)
  })

  it('signs a visitor in through the sandbox in development; doctor reports the missing sign-in server', async () => {
    const before = tree()
    await cli('add', 'siwx', '--yes')
    const port = await freePort()
    const dev = startDev(site, port)
    try {
      await dev.ready
      const { page } = await visits.open(`http://127.0.0.1:${port}`)
      await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
      await row(page, 'Sandbox Wallet').click()
      await page.getByRole('dialog').getByText('asks you to sign in').waitFor()
      await row(page, 'Approve').click() // approves the connection and the sign-in together (ERC-7846)
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      const sessions = () => page.evaluate(() => fetch('/api/siwx/session').then((answer) => answer.json()))
      expect(await sessions()).toMatchObject({ sessions: [{ accountId: expect.stringContaining('eip155:31337:') }] })
      await page.reload()
      await page.getByTestId('balance').getByText('ETH').waitFor()
      expect(await page.getByRole('dialog').isVisible()).toBe(false)
    } finally {
      await dev.pressCtrlC()
      dev.kill()
    }
    await expect(cli('doctor')).rejects.toThrow('sign-in-server-missing')
    await cli('remove', 'siwx', '--yes')
    expect(tree()).toEqual(before)
  }, 120_000)

  it('accepts an email login through the sandbox after the plugin was removed and added again', async () => {
    const before = tree()
    expect(before['wallet-modal.json']).toContain('@wallet-modal/email-social')
    await cli('remove', 'email-social', '--yes')
    await cli('add', 'email-social', '--yes')
    expect(tree()).toEqual(before)
    const port = await freePort()
    const dev = startDev(site, port)
    try {
      await dev.ready
      const { page } = await visits.open(`http://127.0.0.1:${port}`)
      await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
      const email = `newcomer-${port}@example.org`
      await page.getByPlaceholder('Enter your email').fill(email)
      await row(page, 'Continue').click()
      const field = page.getByLabel('Six-digit code')
      await field.waitFor()
      const inbox = await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/inbox?to=${encodeURIComponent(email)}`)
      const { mails } = (await inbox.json()) as { readonly mails: readonly { readonly subject: string }[] }
      await field.fill(mails[0]?.subject.slice(0, 6) ?? '')
      await wallet(page).getByText('I have saved the code').waitFor()
    } finally {
      await dev.pressCtrlC()
      dev.kill()
    }
    expect(tree()).toEqual(before)
  }, 120_000)

  it('changes no file if a plugin to add cannot be fetched', async () => {
    const before = { tree: tree(), lock: readFileSync(join(site, 'package-lock.json'), 'utf8') }
    const nowhere = {
      ...process.env,
      ...registry?.env,
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0',
      npm_config_prefer_online: 'true',
    }
    const bin = join(site, 'node_modules/create-wallet-modal/dist/bin-site.js')
    await expect(
      must('add', process.execPath, [bin, 'add', 'wallet-modal-plugin-nowhere', '--yes'], { cwd: site, env: nowhere }),
    ).rejects.toThrow('could not fetch')
    expect({ tree: tree(), lock: readFileSync(join(site, 'package-lock.json'), 'utf8') }).toEqual(before)
  })

  it('reads the manifest of a plugin from the registry; there is no result for an unknown package', async () => {
    const script = `
      const { fetchPlugin } = await import(${JSON.stringify(join(repository, 'cli/dist/apply/packages/fetch-plugin.js'))})
      const options = { cwd: process.cwd(), signal: new AbortController().signal }
      const { plugin } = await fetchPlugin({ name: '@wallet-modal/solana' }, options)
      const none = await fetchPlugin({ name: '@wallet-modal/there-is-none' }, options)
      console.log(JSON.stringify({ id: plugin.manifest.id, networks: plugin.networks.length, none: none === undefined }))`
    const output = await must('Reading a plugin', process.execPath, ['--input-type=module', '-e', script], {
      cwd: site,
      env: { ...process.env, ...registry?.env },
    })
    expect(JSON.parse(output)).toEqual({ id: 'solana', networks: 3, none: true })
  })
})
