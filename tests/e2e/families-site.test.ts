import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { must } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'
import { dialog, row } from './support/modal.js'
import { polkadotJs } from './support/polkadot.js'
import { openWith } from './support/scripted.js'
import { serveSite } from './support/serve.js'
import { createStage } from './support/stage.js'
import { button, field, reviewSwap } from './support/swap-page.js'

const networks = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'bip122:000000000019d6689c085ae165831e93',
]
const home = mkdtempSync(join(tmpdir(), 'wallet-modal-families-'))
const site = join(home, 'site')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A site that the CLI scaffolds for networks of every chain family, built in development mode from this repository's packages. */
const stage = createStage({
  async serve(sandboxUrl) {
    const create = ['--yes', '--no-install', '--name', 'Test Site', '--networks', networks.join()]
    const bin = join(repository, 'cli/dist/bin.js')
    await must('Scaffolding', process.execPath, [bin, site, ...create, '--sandbox-url', sandboxUrl], { cwd: home })
    symlinkSync(join(repository, 'node_modules'), join(site, 'node_modules'))
    const vite = [join(repository, 'node_modules/vite/bin/vite.js'), 'build', '--mode', 'development']
    await must('vite build', process.execPath, vite, { cwd: site, env: { ...process.env, NODE_ENV: 'development' } })
    // the policy allows requests to nodes of public networks, although tests cannot reach these nodes
    return serveSite({ directory: join(site, 'dist'), services: [sandboxUrl, 'https:', 'wss:'] })
  },
})

describe('a site with networks of every chain family, created by the command line', () => {
  it('has anvil, which its sandbox needs, as a dev dependency', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8'))
    expect(devDependencies).toMatchObject({ '@foundry-rs/anvil': '1.7.1' })
  })

  it('connects the sandbox wallet on Solana, shows its balance and verifies its signature', async () => {
    const { page } = await stage.open({ wallets: [] })
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await row(page, 'Sandbox Wallet').click()
    await row(page, 'Solana').click()
    await dialog(page).getByText('Test Site wants to connect').waitFor()
    await row(page, 'Approve').click()
    await page.getByTestId('address').waitFor()
    await page.getByTestId('balance').getByText('10,000 SOL').waitFor()
    expect(await page.getByTestId('address').getAttribute('data-address')).toBe(
      'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    )
    expect(await page.getByTestId('network').textContent()).toBe('Sandbox Solana')

    await page.getByRole('textbox', { name: 'Message' }).fill('A message to read first')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await dialog(page).getByText('A message to read first').waitFor()
    await row(page, 'Approve').click()
    await page.getByText('Verified: this account signed this message.').waitFor()

    await page.getByRole('button', { name: 'Sign message' }).click()
    await row(page, 'Reject').click()
    await page.getByText('You declined. Nothing was signed.').waitFor()
  })

  it('swaps tokens in the pools of the sandbox', async () => {
    const { page } = await stage.open()
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await row(page, 'Zephyr').click()
    await page.getByRole('button', { name: 'Manage account' }).click()
    await button(page, 'Swap').click()
    await field(page, 'You pay').fill('1')
    await dialog(page).getByRole('region', { name: 'You receive' }).getByRole('button').click()
    await dialog(page).getByText('Sandbox Dollar', { exact: true }).first().click()
    await reviewSwap(page)
    await button(page, 'Swap').click()
    await page.getByText(/Swapped ETH to about [\d,.]+ SUSD/).waitFor({ timeout: 30_000 })
  })

  it('signs with a Polkadot wallet, and says that it cannot verify the signature', async () => {
    const { page, wallets } = await openWith(stage, { extension: polkadotJs })
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await row(page, 'polkadot{.js}').click()
    await page.getByTestId('address').waitFor()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await page.getByText('Signed. This page could not check the signature').waitFor()
    wallets.extension.reject()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await page.getByText('You declined. Nothing was signed.').waitFor()
  })
})
