import { createWalletModal, type Network } from '@wallet-modal/kernel'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eip155 } from '../index.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const network = (reference: string): Network => ({
  caipNetworkId: `eip155:${reference}`,
  namespace: 'eip155',
  reference,
  name: `Chain ${reference}`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:1'],
})

/** Connects a wallet that answers a switch at once and changes its chain `afterMs` later. `knows`: whether the wallet already has the chain. */
async function start({ afterMs, knows = true }: { readonly afterMs: number; readonly knows?: boolean }) {
  let chainId = '0x1'
  const requestedMethods: string[] = []
  const changeChainLater = (): void => void setTimeout(() => (chainId = '0x2'), afterMs)
  const provider = {
    async request({ method }: { readonly method: string }): Promise<unknown> {
      requestedMethods.push(method)
      if (method === 'eth_chainId') return chainId
      if (method === 'wallet_switchEthereumChain' && !knows) throw Object.assign(new Error('unknown'), { code: 4902 })
      if (/^wallet_(switch|add)EthereumChain$/.test(method)) changeChainLater()
      return method === 'eth_requestAccounts' ? [`0x${'1'.repeat(40)}`] : null
    },
  }
  const networks = [network('1'), network('2')]
  const modal = createWalletModal({ plugins: [eip155()], networks, prefetch: 'never', logLevel: 'silent' })
  const connector = {
    id: 'late',
    name: 'Late',
    type: 'ANNOUNCED',
    isInstalled: true,
    namespaces: ['eip155'],
    provider: async () => provider,
  } as const
  await modal.connections.connect(connector)
  const countRequests = (method: string): number => requestedMethods.filter((one) => one === method).length
  return { modal, countRequests }
}

it('switchNetwork waits for a wallet that changes its chain shortly after its answer', async () => {
  const { modal, countRequests } = await start({ afterMs: 600 })
  using _ = modal
  const outcome = modal.switchNetwork('eip155:2')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toEqual({ status: 'switched' })
  expect(modal.connections.active.peek()?.caipNetworkId).toBe('eip155:2')
  expect(countRequests('wallet_switchEthereumChain')).toBe(1)
})

it('switchNetwork requests the switch only once if the wallet switches while it adds the network', async () => {
  const { modal, countRequests } = await start({ afterMs: 600, knows: false })
  using _ = modal
  const outcome = modal.switchNetwork('eip155:2')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toEqual({ status: 'switched' })
  expect(countRequests('wallet_switchEthereumChain')).toBe(1)
})

it('switchNetwork fails with SWITCH_FAILED if the wallet stays on its network', async () => {
  const { modal } = await start({ afterMs: 60_000 })
  using _ = modal
  const outcome = expect(modal.switchNetwork('eip155:2')).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
  await vi.advanceTimersByTimeAsync(2000)
  await outcome
  expect(modal.connections.active.peek()?.caipNetworkId).toBe('eip155:1')
})
