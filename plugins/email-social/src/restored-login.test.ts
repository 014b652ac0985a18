// @vitest-environment happy-dom
import {
  createNamespace,
  createWalletModal,
  definePlugin,
  disconnected,
  type Network,
  namespace,
} from '@wallet-modal/kernel'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CONNECTOR_ID } from './connector.js'
import { emailSocial } from './index.js'

const { frame } = vi.hoisted(() => ({
  frame: {
    isConnected: true,
    requests: [] as string[],
    /** Requests whose reply waits until the test calls `release`. */
    held: new Set<string>(),
    waiting: [] as { name: string; reply(): void }[],
  },
}))
const address = `0x${'ab'.repeat(20)}`
const user = {
  ...{ email: 'ada@example.org', address, chainId: 1, chains: [1], accounts: [], preferredAccountType: 'eoa' },
  solanaNetworks: ['solana:devnet'],
}

/** Replies of the frame. The frame determines a reply when it receives the request, and may send it later. */
const replyTo = (name: string): unknown => {
  if (name === 'SIGN_OUT') frame.isConnected = false
  if (name === 'IS_CONNECTED') return { isConnected: frame.isConnected }
  if (name === 'GET_USER') return user
  if (name === 'RPC_REQUEST') return [{ pubkey: '11111111111111111111111111111111' }]
  return undefined
}
vi.mock('./frame-element.js', () => ({
  createFrameLoader: () => async () => ({
    request: (name: string) => {
      frame.requests.push(name)
      const reply = replyTo(name)
      if (!frame.held.has(name)) return Promise.resolve(reply)
      return new Promise((resolve) => frame.waiting.push({ name, reply: () => resolve(reply) }))
    },
  }),
}))

const release = async (): Promise<void> => {
  frame.held.clear()
  for (const { reply } of frame.waiting.splice(0)) reply()
  await pause()
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 30))

const networkOf = (id: string, reference: string): Network => ({
  ...{ caipNetworkId: `${id}:${reference}`, namespace: id, reference, name: id, rpcUrls: [] },
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
})
const networks = [networkOf('eip155', '1'), networkOf('solana', 'devnet')] as const

/** Chain family that reads accounts from the providers of the embedded wallet. */
const family = (id: 'eip155' | 'solana') =>
  definePlugin({
    name: id,
    kernel: '^0.1',
    provides: [namespace(id)],
    permissions: { storage: ['connector'] },
    setup(ctx) {
      createNamespace(ctx, id, {
        driver: async () => ({
          namespace: id,
          parseProvider: (provider) => Object(provider),
          async connect(provider) {
            const accounts =
              id === 'eip155'
                ? await provider.request({ method: 'eth_accounts' })
                : (await provider.features['standard:connect'].connect()).accounts.map(
                    (one: typeof user) => one.address,
                  )
            const caipNetworkId = networks[id === 'eip155' ? 0 : 1].caipNetworkId
            return { accounts: accounts.map((one: string) => ({ address: one, type: 'eoa' })), caipNetworkId }
          },
          watch(provider, listener) {
            if (id === 'solana')
              return provider.features['standard:events'].on('change', () => {
                if (provider.accounts.length === 0) listener.accounts([])
              })
            const onAccounts = (accounts: readonly string[]): void => {
              if (accounts.length === 0) listener.accounts([])
            }
            provider.on('accountsChanged', onAccounts)
            return () => provider.removeListener('accountsChanged', onAccounts)
          },
          revoke: (provider) =>
            id === 'eip155'
              ? provider.request({ method: 'wallet_revokePermissions' })
              : provider.features['standard:disconnect'].disconnect(),
          switchNetwork: async () => undefined,
          signMessage: async () => '',
          balance: async () => 0n,
          parseAddress: async (text) => text,
          isRejection: () => false,
        }),
      })
    },
  })

function load() {
  const modal = createWalletModal({
    ...{ networks, prefetch: 'never', logLevel: 'silent' },
    plugins: [family('eip155')(), family('solana')(), emailSocial({ url: 'https://wallet.example' })],
  })
  const events: string[] = []
  modal.on(disconnected, (event) => events.push(event.namespace))
  const login = modal.use(emailSocial)?.user
  if (!login) throw new Error('The plugin was not set up.')
  const users: unknown[] = []
  login.subscribe((one) => users.push(one))
  return { modal, events, user: login, users, [Symbol.dispose]: () => modal.dispose() }
}

beforeEach(() => {
  Object.assign(frame, { isConnected: true, requests: [], held: new Set(), waiting: [] })
  localStorage.clear()
  for (const id of ['eip155', 'solana'])
    localStorage.setItem(`wallet-modal/default/${id}/connector`, JSON.stringify({ v: 1, data: [[CONNECTOR_ID]] }))
})

const storedWallets = () => Object.keys(localStorage).filter((key) => key.endsWith('/connector'))
const loggedOut = { user: null, connections: [], stored: [], isConnected: false }
const stateOf = ({ modal, user: login }: ReturnType<typeof load>) => ({
  user: login.peek(),
  connections: modal.connections.all.peek(),
  stored: storedWallets(),
  isConnected: frame.isConnected,
})

/** Requests of the frame during which the visitor disconnects. */
const points = ['nothing', 'SYNC_DAPP_DATA', 'IS_CONNECTED', 'GET_USER', 'RPC_REQUEST'] as const

describe.each(points)('a login that is being restored, and waits for %s', (name) => {
  const waitFor = async (): Promise<void> => {
    if (name === 'nothing') return
    await vi.waitFor(() => expect(frame.waiting.some((one) => one.name === name)).toBe(true))
    await pause()
  }

  it.each<[string, (page: ReturnType<typeof load>) => Promise<void>]>([
    ['disconnect()', ({ modal }) => modal.disconnect()],
    ['disconnect(namespace)', ({ modal }) => modal.disconnect('eip155')],
  ])('%s ends it in the frame too, and shows no user', async (_, disconnect) => {
    frame.held.add(name)
    using page = load()
    await waitFor()
    const disconnecting = disconnect(page)
    const before = page.users.length
    await pause()
    await release()
    await disconnecting
    await vi.waitFor(() => expect(storedWallets()).toEqual([]))
    await pause()
    expect(stateOf(page)).toEqual(loggedOut)
    expect(page.users.slice(before).filter(Boolean)).toEqual([])
    expect(page.events.toSorted()).toEqual(['eip155', 'solana'])
    expect(page.modal.errors.peek()).toEqual([])
    page.modal.dispose()
    using next = load()
    await pause()
    expect(stateOf(next)).toEqual(loggedOut)
  })

  it('dispose() shows no user, and the next page restores it', async () => {
    frame.held.add(name)
    const page = load()
    await waitFor()
    page.modal.dispose()
    await release()
    expect([page.user.peek(), frame.isConnected]).toEqual([null, true])
    using next = load()
    await vi.waitFor(() => expect(next.modal.connections.all.peek()).toHaveLength(2))
    expect(next.user.peek()).toEqual({ email: 'ada@example.org', login: 'email' })
  })
})

it('a restored login has a user as long as it is connected', async () => {
  using page = load()
  await vi.waitFor(() => expect(page.modal.connections.all.peek()).toHaveLength(2))
  expect(page.user.peek()).toEqual({ email: 'ada@example.org', login: 'email' })
  await page.modal.disconnect()
  expect(stateOf(page)).toEqual(loggedOut)
  expect(page.events.toSorted()).toEqual(['eip155', 'solana'])
})

it('the user is null after dispose', async () => {
  const page = load()
  await vi.waitFor(() => expect(page.modal.connections.all.peek()).toHaveLength(2))
  page.modal.dispose()
  expect(page.user.peek()).toBeNull()
})

it('a login that another tab disconnects while it is being restored has no user', async () => {
  frame.held.add('RPC_REQUEST')
  using page = load()
  await vi.waitFor(() => expect(page.modal.connections.all.peek()).toHaveLength(1))
  localStorage.clear()
  for (const id of ['eip155', 'solana'])
    dispatchEvent(new StorageEvent('storage', { key: `wallet-modal/default/${id}/connector` }))
  await release()
  await vi.waitFor(() => expect(page.modal.connections.all.peek()).toEqual([]))
  expect(page.user.peek()).toBeNull()
})
