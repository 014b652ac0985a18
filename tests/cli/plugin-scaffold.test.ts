import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWithAxe } from '../e2e/support/axe.js'
import { dialog } from '../e2e/support/modal.js'
import { serveSite } from '../e2e/support/serve.js'
import { createVisits } from '../e2e/support/visits.js'
import { startRegistry } from '../registry/registry.mjs'
import { must } from '../setup/steps.mjs'

type Registry = Awaited<ReturnType<typeof startRegistry>>

const home = mkdtempSync(join(tmpdir(), 'wallet-modal-plugin-'))
const everyKind = ['feature', 'namespace', 'provider'] as const
/** Only `npm run test:long` runs the kind `provider`: its files are almost those of `feature`. */
const kinds = process.env.WALLET_MODAL_LONG ? everyKind : everyKind.slice(0, 2)
const visits = createVisits()
let registry: Registry

const npx = (flags: readonly string[]): Promise<string> =>
  must('Making a plugin', 'npm', ['exec', '--yes', 'create-wallet-modal@latest', '--', 'plugin', ...flags], {
    cwd: home,
    env: registry.env,
  })

/** Installs the dependencies once: plugins of every kind have the same dependencies. */
beforeAll(async () => {
  registry = await startRegistry()
  await npx(['beacon', '--kind', 'feature', '--dir', 'feature', '--yes', '--pm', 'npm'])
  for (const kind of kinds.slice(1)) {
    await npx(['beacon', '--kind', kind, '--dir', kind, '--scope', '@acme', '--yes', '--no-install', '--pm', 'npm'])
    symlinkSync(join(home, 'feature/node_modules'), join(home, kind, 'node_modules'))
  }
}, 300_000)
afterAll(async () => {
  await registry?.stop()
  rmSync(home, { recursive: true, force: true })
})

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
const said = (page: Page): Locator => page.getByRole('main').getByRole('status')

/** First steps of a developer in the playground of each kind. */
const tries: Readonly<Record<(typeof everyKind)[number], (page: Page) => Promise<void>>> = {
  async feature(page) {
    await press(page, 'Connect')
    await press(page, 'Disconnect fake-1')
    await press(page, 'Connect')
    await press(page, 'Open')
    await dialog(page).getByRole('textbox').fill('Milk and bread')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await said(page).getByText('The note: Milk and bread').waitFor()
    await page.reload()
    await said(page).getByText('The note: Milk and bread').waitFor()
    await press(page, 'Open')
    await dialog(page).getByRole('textbox').waitFor()
  },
  async namespace(page) {
    await press(page, 'Connect')
    await said(page).getByText('connected: ').waitFor()
    await press(page, 'Balance')
    await said(page).getByText('12 ').waitFor()
    await press(page, 'Disconnect')
    await said(page).getByText('disconnected').waitFor()
  },
  async provider(page) {
    await press(page, 'Connect')
    await page.getByRole('button', { name: 'Disconnect fake-1', exact: true }).waitFor()
    await press(page, 'Open')
    await dialog(page).getByRole('textbox').fill('20')
    await dialog(page).getByRole('textbox').press('Enter')
    await dialog(page).getByText('By bank transfer').waitFor()
    await said(page).getByText('"status": "ready"').waitFor()
  },
}

describe.each(kinds)('a new plugin of the kind %s, created and installed from a registry', (kind) => {
  const run = (script: string): Promise<string> =>
    must(`${kind}: npm run ${script}`, 'npm', ['run', script], { cwd: join(home, kind), env: registry.env })

  it('has the same development dependencies as the plugin that was installed', () => {
    const of = (one: string): unknown =>
      JSON.parse(readFileSync(join(home, one, 'package.json'), 'utf8')).devDependencies
    expect(of(kind)).toEqual(of('feature'))
  })

  // type errors in the sources of the other kinds fail `npm run build` below
  if (kind === 'feature' || process.env.WALLET_MODAL_LONG)
    it('has no type errors and no lint errors', async () => {
      await run('typecheck')
      expect(await run('lint')).toContain('No fixes applied')
    })

  it('passes its own tests and those of the conformance kit, outside of this repository', async () => {
    const output = await run('test')
    expect(output).toMatch(/Tests.*passed/)
    expect(output).not.toMatch(/\d+ (failed|skipped)/)
  })

  it('O7: builds itself and its playground, and packs no tests, playground or sources', async () => {
    await run('build')
    await run('playground')
    const cwd = join(home, kind)
    const output = await must('npm pack', 'npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd,
      env: { ...registry.env, npm_config_loglevel: 'silent' },
    })
    const [{ name, files }]: [{ name: string; files: { path: string }[] }] = JSON.parse(output)
    expect(name).toBe(kind === 'feature' ? 'wallet-modal-plugin-beacon' : '@acme/wallet-modal-plugin-beacon')
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/index.js']))
    const others = paths.filter((path) => !/^(dist\/[\w/-]+\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/.test(path))
    expect(others).toEqual(kind === 'namespace' ? ['networks.json'] : [])
    expect(paths.filter((path) => /test|playground|fake/.test(path))).toEqual([])
  })

  // One kind is enough: `add` treats all kinds alike.
  if (kind === 'feature')
    it('is packed by `add ../folder` and built into a site', async () => {
      const cwd = join(home, 'site')
      rmSync(cwd, { recursive: true, force: true }) // left by an earlier attempt
      const cli = (flags: readonly string[], folder = cwd): Promise<string> =>
        must('A command', 'npm', ['exec', '--yes', 'create-wallet-modal@latest', '--', ...flags], {
          cwd: folder,
          env: registry.env,
        })
      await cli(['create', 'site', '--yes', '--pm', 'npm', '--no-sandbox'], home)
      await cli(['add', '../feature', '--yes'])
      await must('Building the site', 'npm', ['run', 'build'], { cwd, env: registry.env })
      expect(
        JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).dependencies['wallet-modal-plugin-beacon'],
      ).toMatch(/^file:\.\.\/feature\//)
      expect(
        await must('Looking for a second kernel', 'npm', ['ls', '@wallet-modal/kernel', '--parseable'], {
          cwd,
          env: registry.env,
        }),
      ).not.toMatch(/beacon.*kernel/)
    }, 300_000)

  it('works in its playground under the strictest Content Security Policy, and axe finds no problem', async () => {
    const served = await serveSite({ directory: join(home, kind, 'playground/dist'), services: [] })
    try {
      const { page } = await visits.open(served.url)
      await tries[kind](page)
      expect(await findWithAxe(page, 'html')).toEqual([])
    } finally {
      await served.close()
    }
  })
})
