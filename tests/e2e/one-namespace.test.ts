import type { WalletModal } from '@wallet-modal/kernel'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { openWith } from './support/scripted.js'
import { createStage } from './support/stage.js'

/** A page with EVM networks, Solana and a wallet for both, with a button for each namespace, and with wagmi. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      development: true,
      body: '<wallet-modal-button namespace="eip155"></wallet-modal-button><wallet-modal-button namespace="solana"></wallet-modal-button>',
      script: `
      import * as wagmi from '@wagmi/core'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { Connect } from '@wallet-modal/connect/contract'
      import { eip155 } from '@wallet-modal/eip155'
      import { walletModal } from '@wallet-modal/eip155/wagmi'
      import { createWalletModal } from '@wallet-modal/kernel'
      import { defineElements } from '@wallet-modal/kernel/elements'
      import { sandbox } from '@wallet-modal/sandbox'
      import { solana } from '@wallet-modal/solana'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: [],
        plugins: [eip155(), solana(), connect(), account(), sandbox({ url: '${sandboxUrl}' })],
      })
      defineElements(modal)
      const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
      const rpcUrls = { default: { http: ['${sandboxUrl}/v1/?chainId=eip155:31337'] } }
      const config = wagmi.createConfig({
        chains: [{ id: 31337, name: 'Sandbox', nativeCurrency, rpcUrls }],
        connectors: [walletModal(modal)],
        transports: { 31337: wagmi.http() },
        multiInjectedProviderDiscovery: false,
      })
      const connectWagmi = () => wagmi.connect(config, { connector: config.connectors[0] }).then(
        ({ accounts }) => accounts,
        (error) => error.code,
      )
      const openOn = (caipNetworkId) => void modal.open({ view: Connect, params: { caipNetworkId } })
      Object.assign(window, { modal, connectWagmi, openOn })`,
    }),
})

/** Globals that the page sets for the tests. */
interface Site {
  readonly modal: WalletModal
  connectWagmi(): Promise<unknown>
  openOn(caipNetworkId: string): void
}

const button = (page: Page, namespace: string): Locator =>
  page.locator(`wallet-modal-button[namespace="${namespace}"]`).getByRole('button')
const activeNamespace = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (window as typeof window & Site).modal.connections.active.peek()?.namespace)
const connectWagmi = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as typeof window & Site).connectWagmi())

/** Connects the sandbox wallet on Solana. The wallet supports both namespaces. */
async function connectSolana(page: Page): Promise<void> {
  await button(page, 'solana').click()
  await row(page, 'Sandbox Wallet').waitFor()
  expect(await row(page, 'Zephyr').count()).toBe(0)
  await row(page, 'Sandbox Wallet').click()
  await dialog(page).getByText('Plain page wants to connect').waitFor()
  await row(page, 'Approve').click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => activeNamespace(page)).toBe('solana')
}

describe('a button with a namespace', () => {
  it('lists its wallets without a choice of the chain family, and opens the account of its namespace', async () => {
    const { page } = await stage.open()
    await connectSolana(page)
    expect(await button(page, 'eip155').textContent()).toBe('Connect wallet')
    await button(page, 'eip155').click()
    await row(page, 'Zephyr').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await expect.poll(() => activeNamespace(page)).toBe('eip155')

    await button(page, 'solana').click()
    await dialog(page).getByText('Connected with Sandbox Wallet').waitFor()
    expect(await activeNamespace(page)).toBe('solana')
  })
})

describe('connect() of wagmi while a Solana wallet is connected', () => {
  it('opens the EVM wallets, and resolves with the EVM account', async () => {
    const { page } = await stage.open()
    await connectSolana(page)
    const connecting = connectWagmi(page)
    await row(page, 'Zephyr').click()
    expect(await connecting).toEqual(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
  })
})

describe('the Connect view with a requested network', () => {
  const openOn = (page: Page, network: string): Promise<void> =>
    page.evaluate((id) => (window as typeof window & Site).openOn(id), network)
  const activeNetwork = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => (window as typeof window & Site).modal.connections.active.peek()?.caipNetworkId)
  const visit = () => openWith(stage, { breeze: { namespace: 'eip155', name: 'Breeze' } })

  it('asks a wallet on another network to switch', async () => {
    const { page, wallets } = await visit()
    await openOn(page, 'eip155:31338')
    await row(page, 'Breeze').click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await activeNetwork(page)).toBe('eip155:31338')
    expect(wallets.breeze.network).toBe('eip155:31338')
  })
})
