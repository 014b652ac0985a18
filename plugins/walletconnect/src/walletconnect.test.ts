// @vitest-environment happy-dom
import {
  type Connector,
  createNamespace,
  createWalletModal,
  definePlugin,
  type Handshake,
  type NamespaceDriver,
  type Network,
  namespace,
  type WalletModal,
} from '@wallet-modal/kernel'
import { afterEach, expect, test, vi } from 'vitest'
import type { Client } from './client/client.js'
import { walletconnect } from './index.js'
import { createFakeClient, createSession, evmAccount, type FakeClient } from './sessions/sessions.test.fixtures.js'

const given = vi.hoisted((): { client?: Client; openedClients: number; notifiedWallets: string[] } => ({
  openedClients: 0,
  notifiedWallets: [],
}))
vi.mock('./client/client.js', () => ({
  async openClient() {
    given.openedClients++
    return given.client
  },
}))
vi.mock('./sessions/still-connected.js', () => ({
  createStillConnected: () => (wallet: string) => void given.notifiedWallets.push(wallet),
}))

const RELAY = '91b171bb158e2d3848fa23a9f1c25182'
const polkadot = {
  polkadot: {
    accounts: [`polkadot:${RELAY}:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5`],
    methods: ['polkadot_signMessage'],
  },
}
const networks = ['eip155:1', `polkadot:${RELAY}`].map((caipNetworkId): Network => {
  const [family = '', reference = ''] = caipNetworkId.split(':')
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
  return { caipNetworkId, namespace: family, reference, name: family, nativeCurrency, rpcUrls: [] }
})

type Shake = () => Promise<Handshake | null>

const connectsOn =
  (caipNetworkId: string): Shake =>
  async () =>
    ({ accounts: [{ address: 'address', caipNetworkId }], caipNetworkId }) as unknown as Handshake

/** Chain family that accepts any provider. */
function familyOf(name: string, shakes: Record<string, Shake>) {
  const driver = {
    namespace: name,
    parseProvider: (provider: unknown) => provider,
    connect: () => shakes[name]?.(),
    watch: () => () => null,
    revoke: async () => null,
    isRejection: () => false,
  } as unknown as NamespaceDriver<unknown>
  return definePlugin({
    name: `family-${name}`,
    kernel: '^0.1',
    provides: [namespace(name)],
    permissions: { storage: ['connector'] },
    setup: (ctx) => createNamespace(ctx, name, { driver: async () => driver }),
  })()
}

interface Stage extends FakeClient, Disposable {
  readonly modal: WalletModal
  /** Result of a family's handshake with the wallet. */
  readonly shakes: Record<string, Shake>
  connect(signal?: AbortSignal): Promise<string>
  /** Resolves when a code is shown. */
  offered(): Promise<void>
  states(): Record<string, string>
}

/** Stores sessions as the client does. */
const storeSessions = (sessions: readonly object[]): void =>
  localStorage.setItem(
    'wallet-modal/stage/@wallet-modal/walletconnect/client',
    JSON.stringify({ v: 1, data: { 'wc@2:client:0.3:stage//session': sessions } }),
  )

function stage(...storedSessions: Parameters<typeof createFakeClient>): Stage {
  const fake = createFakeClient(...storedSessions)
  given.client = fake.client
  given.openedClients = 0
  given.notifiedWallets = []
  if (storedSessions.length > 0) storeSessions(storedSessions)
  const shakes: Record<string, Shake> = {}
  for (const { namespace: name, caipNetworkId } of networks) shakes[name] = connectsOn(caipNetworkId)
  const families = networks.map((network) => familyOf(network.namespace, shakes))
  const plugins = [...families, walletconnect({ relayUrl: 'ws://127.0.0.1:1' })]
  const modal = createWalletModal({ id: 'stage', networks, plugins, prefetch: 'never', logLevel: 'silent' })
  const row = (): Connector => {
    const connector = modal.use(walletconnect)?.connector.peek()
    if (!connector) throw new Error('There is no connector.')
    return connector
  }
  return {
    ...fake,
    modal,
    shakes,
    async connect(signal) {
      const options = { namespace: 'eip155', ...(signal && { signal }) }
      const { status } = await modal.connections.connect(row(), options)
      return status
    },
    offered: () => expect.poll(() => modal.use(walletconnect)?.pairing.peek().status).toBe('ready'),
    states: (): Record<string, string> =>
      Object.fromEntries(modal.connections.adapters.peek().map((one) => [one.namespace, one.state.peek().status])),
    [Symbol.dispose]: () => modal.dispose(),
  }
}

/** Waits for pending promises and timers. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

afterEach(() => localStorage.clear())

test('a session connects the approved chain families, and ends when the last family is disconnected', async () => {
  using staged = stage()
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('topic', polkadot))
  expect(await outcome).toBe('connected')
  await expect.poll(staged.states).toEqual({ eip155: 'connected', polkadot: 'connected' })
  await staged.modal.disconnect('eip155')
  await settle()
  expect([staged.states(), staged.storedSessions.length]).toEqual([
    { eip155: 'disconnected', polkadot: 'connected' },
    1,
  ])
  await staged.modal.disconnect('polkadot')
  await settle()
  expect([staged.states(), staged.storedSessions.length]).toEqual([
    { eip155: 'disconnected', polkadot: 'disconnected' },
    0,
  ])
})

test('disconnecting one chain family of a session informs the visitor about the remaining ones', async () => {
  using staged = stage()
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('topic', polkadot))
  await outcome
  await expect.poll(staged.states).toEqual({ eip155: 'connected', polkadot: 'connected' })
  await staged.modal.disconnect('eip155')
  await settle()
  expect(given.notifiedWallets).toEqual(['Zephyr'])
})

test.each<readonly [string, Shake]>([
  ['throws', () => Promise.reject(new Error('is not an address'))],
  ['finds nothing', async () => null],
])(
  'D13, D14: the session ends with the last connected family, even if the handshake of another %s',
  async (_, shake) => {
    using staged = stage()
    staged.shakes.polkadot = shake
    const outcome = staged.connect()
    await staged.offered()
    staged.approve(createSession('topic', polkadot))
    expect(await outcome).toBe('connected')
    await settle()
    expect(staged.states()).toEqual({ eip155: 'connected', polkadot: 'disconnected' })
    await staged.modal.disconnect('eip155')
    await settle()
    expect([staged.states(), staged.storedSessions]).toEqual([{ eip155: 'disconnected', polkadot: 'disconnected' }, []])
  },
)

test('the session ends if its only connected family is disconnected and the pending handshake of another family then fails', async () => {
  using staged = stage()
  let refuse = (): void => undefined
  staged.shakes.polkadot = () =>
    new Promise((resolve) => {
      refuse = () => resolve(null)
    })
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('topic', polkadot))
  await outcome
  await settle()
  await staged.modal.disconnect('eip155')
  refuse()
  await settle()
  expect(staged.storedSessions).toEqual([])
})

/** Page that is reloaded after both families were connected; `shake` is the handshake of polkadot. */
async function restored(shake: Shake): Promise<Stage> {
  const session = createSession('topic', polkadot)
  {
    using before = stage()
    const outcome = before.connect()
    await before.offered()
    before.approve(session)
    await outcome
    await expect.poll(before.states).toEqual({ eip155: 'connected', polkadot: 'connected' })
  }
  const staged = stage(session)
  staged.shakes.polkadot = shake
  await expect.poll(() => staged.states().eip155).toBe('connected')
  await settle()
  return staged
}

test.each<readonly [string, Shake]>([
  ['throws', () => Promise.reject(new Error('is not an address'))],
  ['finds nothing', async () => null],
  ['is never answered', () => new Promise(() => undefined)],
])(
  'after a reload, the session ends with the last restored family, even if the handshake of another %s',
  async (_, shake) => {
    using staged = await restored(shake)
    expect(staged.storedSessions).toHaveLength(1)
    await staged.modal.disconnect('eip155')
    await settle()
    expect([staged.states().eip155, staged.storedSessions]).toEqual(['disconnected', []])
  },
)

test('after a reload, the session stays until the last restored family is disconnected', async () => {
  using staged = await restored(connectsOn(`polkadot:${RELAY}`))
  await staged.modal.disconnect('eip155')
  await settle()
  expect([staged.states(), staged.storedSessions.length]).toEqual([
    { eip155: 'disconnected', polkadot: 'connected' },
    1,
  ])
  await staged.modal.disconnect('polkadot')
  await settle()
  expect(staged.storedSessions).toEqual([])
})

test('H1: a page load after the session has ended does not open the client, and a new session can be connected', async () => {
  {
    using before = stage()
    const outcome = before.connect()
    await before.offered()
    before.approve(createSession('ended'))
    await outcome
  }
  using staged = stage()
  await settle()
  expect([given.openedClients, staged.states().eip155]).toEqual([0, 'disconnected'])
  const outcome = staged.connect()
  await staged.offered()
  staged.approve(createSession('new'))
  expect(await outcome).toBe('connected')
})

test.each(['the module for the handshake is loading', 'the handshake is pending'])(
  'C2: aborting right after the approval, while %s, ends the new session and keeps the earlier one',
  async (when) => {
    const before = createSession('before')
    using staged = stage(before)
    expect(await staged.connect()).toBe('connected')
    staged.shakes.eip155 = () => new Promise(() => undefined)
    const leaving = new AbortController()
    const outcome = staged.connect(leaving.signal)
    await staged.offered()
    staged.approve(createSession('new', polkadot))
    if (when === 'the handshake is pending') await settle()
    else await Promise.resolve()
    leaving.abort()
    expect(await outcome).toBe('superseded')
    await settle()
    expect(staged.storedSessions.map(({ topic }) => topic)).toEqual(['before'])
    expect(staged.states()).toEqual({ eip155: 'connected', polkadot: 'disconnected' })
  },
)

test('a connect while the session is being ended creates a new session', async () => {
  using staged = stage(createSession('topic'))
  expect(await staged.connect()).toBe('connected')
  const leaving = staged.modal.disconnect('eip155')
  const outcome = staged.connect()
  await leaving
  await staged.offered()
  staged.approve(createSession('new', { eip155: { accounts: [evmAccount], methods: [] } }))
  expect(await outcome).toBe('connected')
  expect(staged.storedSessions.map(({ topic }) => topic)).toEqual(['new'])
})
