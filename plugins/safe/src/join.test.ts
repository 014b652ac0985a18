// @vitest-environment happy-dom
import { createWalletModal, definePlugin, signal } from '@wallet-modal/kernel'
import { createFakeNamespace } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Safe } from './contract.js'
import { joinSafe } from './join.js'

const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const info = { safeAddress: SAFE, chainId: 1, threshold: 1, owners: [SAFE], isReadOnly: false }
const mocks = vi.hoisted(() => ({ provider: undefined as unknown }))
vi.mock('./parent.js', () => ({ findParent: async () => ({ origin: 'https://app.safe.global', info }) }))
vi.mock('./sdk.js', () => ({ createSafeProvider: () => null }))
vi.mock('./provider.js', () => ({ toEip1193: () => mocks.provider }))

function start() {
  const evm = createFakeNamespace('eip155')
  mocks.provider = evm.other.provider
  evm.other.isPermitted = true
  const page = definePlugin({ name: 'page', kernel: '^0.1', setup: (ctx) => ctx })
  const modal = createWalletModal({
    plugins: [evm.plugin(), page()],
    networks: evm.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  const found = signal<Safe | null>(null)
  const adapter = modal.connections.adapter('eip155')
  const join = (): Promise<void> => joinSafe(modal.use(page) ?? expect.fail(), adapter, {}, found)
  return { modal, evm, found, adapter, join }
}
beforeEach(() => localStorage.clear())

it('a page in a Safe connects to it, even if another wallet was restored', async () => {
  const { modal, evm, found, adapter, join } = start()
  using _ = modal
  evm.wallet.isPermitted = true
  await adapter.connect(evm.wallet.connector, { silent: true })
  await join()
  expect(adapter.state.peek()).toMatchObject({ status: 'connected', connectorId: 'safe' })
  expect(found.peek()).toMatchObject({ threshold: 1, owners: [SAFE] })
})

it('C2: a Safe that responds late does not replace a wallet that is asking for approval', async () => {
  const { modal, evm, adapter, join } = start()
  using _ = modal
  evm.wallet.behaviour = 'wait'
  const outcome = adapter.connect(evm.wallet.connector)
  await vi.waitFor(() => expect(evm.wallet.pendingRequests).toBe(1))
  await join()
  expect(adapter.state.peek()).toEqual({ status: 'connecting', connectorId: 'eip155-wallet' })
  evm.wallet.answer()
  expect(await outcome).toMatchObject({ status: 'connected' })
  expect(adapter.state.peek()).toMatchObject({ connectorId: 'eip155-wallet' })
  expect(adapter.connectors.peek().map(({ id }) => id)).toContain('safe')
})

it('the Safe is reported while it is connected, also if the visitor chose it from the list', async () => {
  const { modal, evm, found, adapter, join } = start()
  using _ = modal
  const joined = join()
  await adapter.connect(evm.wallet.connector)
  await joined
  expect(found.peek()).toBeNull()
  const choice = adapter.connectors.peek().find(({ id }) => id === 'safe') ?? expect.fail()
  await adapter.connect(choice)
  expect(found.peek()).toMatchObject({ threshold: 1, owners: [SAFE] })
  await adapter.disconnect()
  expect(found.peek()).toBeNull()
})

it('C2: a Safe that responds late does not replace a wallet that was connected meanwhile', async () => {
  const { modal, evm, adapter, join } = start()
  using _ = modal
  const joined = join()
  await adapter.connect(evm.wallet.connector)
  await joined
  expect(adapter.state.peek()).toMatchObject({ connectorId: 'eip155-wallet' })
})
