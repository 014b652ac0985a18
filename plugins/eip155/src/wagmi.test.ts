// @vitest-environment happy-dom
import * as wagmi from '@wagmi/core'
import * as wagmi2 from '@wagmi/core-2'
import {
  type Connector,
  type ConnectParams,
  createWalletModal,
  definePlugin,
  type Network,
  openingViews,
  view,
  viewOf,
} from '@wallet-modal/kernel'
import { createFakeNamespace, inlineUi } from '@wallet-modal/kernel/testing'
import { type Chain, createClient, custom, http } from 'viem'
import { base, mainnet, polygon } from 'viem/chains'
import { afterEach, expect, it, vi } from 'vitest'
import known from '../networks.json' with { type: 'json' }
import { eip155 } from './index.js'
import { walletModal } from './wagmi.js'

afterEach(() => localStorage.clear())

it('C5: getConnectorClient of wagmi rejects after the wallet changed its chain without an event, until switchChain is called', async () => {
  let chainId = '0x1'
  const provider = {
    async request({ method }: { method: string }): Promise<unknown> {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [`0x${'11'.repeat(20)}`]
      if (method === 'wallet_switchEthereumChain') chainId = '0x1'
      return method === 'eth_chainId' ? chainId : null
    },
  }
  const connector: Connector = {
    id: 'x',
    name: 'X',
    type: 'EXTERNAL',
    namespaces: ['eip155'],
    provider: async () => provider,
  }
  const networks: readonly Network[] = known.filter(({ reference }) => ['1', '137'].includes(reference))
  using modal = createWalletModal({ plugins: [eip155()], networks, prefetch: 'never', logLevel: 'silent' })
  const config = wagmi.createConfig({
    chains: [mainnet, polygon],
    connectors: [walletModal(modal)],
    transports: { 1: custom(provider), 137: custom(provider) },
    multiInjectedProviderDiscovery: false,
  })
  await modal.connections.connect(connector)
  expect(wagmi.getConnection(config)).toMatchObject({ status: 'connected', chainId: 1 })
  await wagmi.getConnectorClient(config)

  chainId = '0x89'
  await expect(wagmi.getConnectorClient(config)).rejects.toThrow('does not match')
  await wagmi.switchChain(config, { chainId: 1 })
  await wagmi.getConnectorClient(config)
})

it('C4: wagmi follows the account of the active wallet while another wallet is connecting', async () => {
  const [before, after] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
  let change = (_: readonly string[]): void => {}
  const provider = {
    async request({ method }: { method: string }): Promise<unknown> {
      return { eth_requestAccounts: [before], eth_accounts: [before], eth_chainId: '0x1' }[method] ?? null
    },
    on: (event: string, run: typeof change) => {
      if (event === 'accountsChanged') change = run
    },
    removeListener() {},
  }
  const wallet = (id: string, open: () => Promise<unknown>): Connector => ({
    ...{ id, name: id, type: 'EXTERNAL', namespaces: ['eip155'], provider: open },
  })
  const networks: readonly Network[] = known.filter(({ reference }) => reference === '1')
  using modal = createWalletModal({ plugins: [eip155()], networks, prefetch: 'never', logLevel: 'silent' })
  const config = wagmi.createConfig({
    chains: [mainnet],
    connectors: [walletModal(modal)],
    transports: { 1: custom(provider) },
    multiInjectedProviderDiscovery: false,
  })
  await modal.connections.connect(wallet('x', async () => provider))
  expect(wagmi.getConnection(config).address).toBe(before)
  void modal.connections.connect(wallet('never', () => new Promise(() => {})))
  await vi.waitFor(() => expect(modal.connections.adapter('eip155').state.peek().status).toBe('connecting'))
  change([after])
  await vi.waitFor(() => expect(wagmi.getConnection(config).address).toBe(after))
  expect(await wagmi.getConnectorClient(config)).toMatchObject({ account: { address: after } })
})

it('warns once about networks of the modal that are not in the chains of wagmi, also about one that is added later', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const networkOf = (reference: string): Network => known.find((one) => one.reference === reference) ?? expect.fail()
  const networks = ['1', '137', '8453'].map(networkOf)
  using modal = createWalletModal({ plugins: [eip155()], networks, prefetch: 'never', logLevel: 'silent' })
  const createConfig = (chains: readonly [Chain, ...Chain[]]) =>
    wagmi.createConfig({
      chains,
      connectors: [walletModal(modal)],
      client: ({ chain }) => createClient({ chain, transport: http() }),
      multiInjectedProviderDiscovery: false,
    })
  createConfig([mainnet, polygon, base])
  expect(warn).not.toHaveBeenCalled()
  createConfig([mainnet])
  expect(warn.mock.calls).toEqual([[expect.stringContaining('Polygon (eip155:137), Base (eip155:8453)')]])
  modal.addNetwork(networkOf('10'))
  expect(warn.mock.calls.slice(1)).toEqual([
    [expect.stringMatching(/include: OP Mainnet \(eip155:10\)\./)],
    [expect.stringMatching(/include: OP Mainnet \(eip155:10\)\./)], // of the first config
  ])
  warn.mockRestore()
})

it('walletModal() is also a connector of wagmi 2', async () => {
  const address = `0x${'11'.repeat(20)}`
  const provider = {
    async request({ method }: { method: string }): Promise<unknown> {
      return { eth_requestAccounts: [address], eth_accounts: [address], eth_chainId: '0x1' }[method] ?? null
    },
  }
  const connector: Connector = {
    id: 'x',
    name: 'X',
    type: 'EXTERNAL',
    namespaces: ['eip155'],
    provider: async () => provider,
  }
  const networks: readonly Network[] = known.filter(({ reference }) => reference === '1')
  using modal = createWalletModal({ plugins: [eip155()], networks, prefetch: 'never', logLevel: 'silent' })
  const config = wagmi2.createConfig({
    chains: [mainnet],
    connectors: [walletModal(modal)],
    transports: { 1: custom(provider) },
    multiInjectedProviderDiscovery: false,
  })
  await modal.connections.connect(connector)
  expect(wagmi2.getAccount(config)).toMatchObject({ status: 'connected', address, chainId: 1 })
  await wagmi2.getConnectorClient(config)
  await wagmi2.disconnect(config)
  expect([wagmi2.getAccount(config).status, modal.connections.all.peek()]).toEqual(['disconnected', []])
})

it('connect() opens the EVM wallets while a wallet of another chain family is connected', async () => {
  const Connect = view<ConnectParams | undefined>('@wallet-modal/connect#Connect')
  const Account = view('@wallet-modal/account#Account')
  const views = definePlugin({
    name: 'views',
    kernel: '^0.1',
    ...inlineUi({ views: [viewOf(Connect, () => null, {}), viewOf(Account, () => null, {})] }),
    setup(ctx) {
      ctx.add(openingViews, { view: Account, when: () => true })
      return ctx.router.current
    },
  })
  const sol = createFakeNamespace('solana')
  const networks: readonly Network[] = known.filter(({ reference }) => reference === '1')
  using modal = createWalletModal({
    plugins: [eip155(), sol.plugin(), views()],
    networks: [...networks, ...sol.networks],
    prefetch: 'never',
    logLevel: 'silent',
  })
  await modal.connections.connect(sol.wallet.connector)
  const config = wagmi.createConfig({
    chains: [mainnet],
    connectors: [walletModal(modal)],
    transports: { 1: custom({ request: async () => null }) },
    multiInjectedProviderDiscovery: false,
  })
  const [connector] = config.connectors
  const connecting = wagmi.connect(config, { connector: connector ?? expect.fail('no connector') })
  await vi.waitFor(() => expect(modal.isOpen.peek()).toBe(true))
  expect(modal.use(views)?.peek()).toMatchObject({ view: Connect, params: { namespace: 'eip155' } })
  modal.close()
  await expect(connecting).rejects.toMatchObject({ code: 4001 })
})
