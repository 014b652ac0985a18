import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { must } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'
import { localNetworks } from './support/local-networks.js'
import { dialog, row } from './support/modal.js'
import { webSocket } from './support/paired.js'
import { serveSite } from './support/serve.js'
import { createStage } from './support/stage.js'

const home = mkdtempSync(join(tmpdir(), 'wallet-modal-policy-'))
const site = join(home, 'site')
const bin = join(repository, 'cli/dist/bin.js')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Output of `doctor --csp` for the site. */
const printedPolicy = (): string =>
  execFileSync(process.execPath, [bin, 'doctor', '--csp', '--cwd', site], { encoding: 'utf8' }).trim()

/** A production build of a site that the CLI scaffolds. The site uses the services of a sandbox instead of the public ones. */
const stage = createStage({
  async serve(sandboxUrl) {
    const flags = [
      '--plugins',
      'connect,account,eip155,walletconnect',
      '--networks',
      'eip155:1',
      '--project-id',
      'test',
    ]
    await must('Scaffolding', process.execPath, [bin, site, '--yes', '--no-install', '--no-sandbox', ...flags], {
      cwd: home,
    })
    symlinkSync(join(repository, 'node_modules'), join(site, 'node_modules'))
    const file = join(site, 'wallet-modal.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    manifest.metadata = { name: 'Policy site', url: 'https://shop.example' }
    manifest.networks = localNetworks(sandboxUrl)
    manifest.endpoints = { catalogue: sandboxUrl, blockchain: sandboxUrl, rpc: sandboxUrl }
    manifest.plugins['@wallet-modal/walletconnect'] = { relayUrl: webSocket(sandboxUrl) }
    writeFileSync(file, JSON.stringify(manifest, null, 2))
    await must('sync', process.execPath, [bin, 'sync', '--cwd', site], { cwd: home })
    const vite = [join(repository, 'node_modules/vite/bin/vite.js'), 'build']
    await must('vite build', process.execPath, vite, { cwd: site, env: { ...process.env, NODE_ENV: 'production' } })
    const policy = printedPolicy()
    return serveSite({ directory: join(site, 'dist'), services: [], policy: () => policy })
  },
})

describe('a site with exactly the CSP that doctor printed for it', () => {
  it('has a CSP with only the origins that this site needs', () => {
    const relay = webSocket(stage.sandboxUrl)
    expect(printedPolicy()).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; " +
        `img-src 'self' data: ${stage.sandboxUrl}; connect-src 'self' ${[stage.sandboxUrl, relay].join(' ')}; ` +
        "frame-src 'none'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
    )
  })

  it('shows the wallets of the catalogue with their icons', async () => {
    const { page } = await stage.open()
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await row(page, /^All Wallets/).click()
    await row(page, 'MetaMask').waitFor()
    await expect
      .poll(() =>
        row(page, 'MetaMask')
          .locator('img')
          .evaluateAll((images) => images.map((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)),
      )
      .toEqual([true])
  })

  it('connects to the relay and shows the WalletConnect QR code', async () => {
    const { page } = await stage.open({ wallets: [] })
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await row(page, 'WalletConnect').click()
    await dialog(page).getByRole('img', { name: /QR/ }).waitFor()
  })

  it('connects an installed wallet and reads its balance from a node', async () => {
    const { page } = await stage.open()
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await row(page, 'Zephyr').click()
    await page.getByTestId('address').waitFor()
    await page.getByTestId('balance').getByText('ETH').waitFor()
  })

  it('gets no findings about CSP, COOP or COEP from doctor at its URL', async () => {
    const args = [bin, 'doctor', '--json', '--csp', stage.siteUrl, '--cwd', site]
    // asynchronous, as this process serves the page; the exit code does not matter here
    const stdout = await new Promise<string>((resolve) => execFile(process.execPath, args, (_, text) => resolve(text)))
    const { findings } = JSON.parse(stdout)
    expect(findings.filter(({ id }: { readonly id: string }) => /^(?:csp|coop|coep)-/.test(id))).toEqual([])
  })
})
