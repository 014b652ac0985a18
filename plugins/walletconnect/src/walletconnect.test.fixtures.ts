import {
  type Connector,
  createNamespace,
  createWalletModal,
  definePlugin,
  type Handshake,
  type NamespaceDriver,
  namespace,
  type WalletModal,
} from '@wallet-modal/kernel'
import { createFakeDriver, createFakeNetwork } from '@wallet-modal/kernel/testing'
import { expect } from 'vitest'
import type { Client } from './client/client.js'
import { walletconnect } from './index.js'
import type { Session } from './sessions/session.js'
import { createFakeClient, createSession, type FakeClient } from './sessions/sessions.test.fixtures.js'

/** What the mocked modules of a test file use: see {@link openFakeClient} and {@link recordNotified}. */
export const given: { client?: Client; openedClients: number; notifiedWallets: string[] } = {
  openedClients: 0,
  notifiedWallets: [],
}
/** Replaces `openClient` of `client/client.ts`. */
export async function openFakeClient(): Promise<Client | undefined> {
  given.openedClients++
  return given.client
}
/** Replaces `createStillConnected` of `sessions/still-connected.ts`. */
export const recordNotified = () => (wallet: string) => void given.notifiedWallets.push(wallet)

export const RELAY = '91b171bb158e2d3848fa23a9f1c25182'
export const polkadot = {
  polkadot: {
    accounts: [`polkadot:${RELAY}:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5`],
    methods: ['polkadot_signMessage'],
  },
}
const networks = ['eip155:1', `polkadot:${RELAY}`].map((caipNetworkId) => createFakeNetwork(caipNetworkId))

export type Shake = () => Promise<Handshake | null>

export const connectsOn =
  (caipNetworkId: string): Shake =>
  async () => ({ accounts: [{ address: 'address', type: 'eoa' }], caipNetworkId })

/** Chain family that accepts any provider. */
function familyOf(name: string, shakes: Record<string, Shake>) {
  const driver: NamespaceDriver<unknown> = {
    ...createFakeDriver(name),
    parseProvider: (provider) => provider,
    connect: async () => (await shakes[name]?.()) ?? null,
    watch: () => () => undefined,
    revoke: async (provider) =>
      name === 'eip155' ? Object(provider).request({ method: 'wallet_revokePermissions' }) : undefined,
  }
  return definePlugin({
    name: `family-${name}`,
    kernel: '^0.1',
    provides: [namespace(name)],
    permissions: { storage: ['connector'] },
    setup: (ctx) => createNamespace(ctx, name, { driver: async () => driver }),
  })()
}

export interface Stage extends FakeClient, Disposable {
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

export function stage(...storedSessions: Parameters<typeof createFakeClient>): Stage {
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
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

/** Page that is reloaded after both families were connected; `shake` is the handshake of polkadot. */
export async function restored(shake: Shake): Promise<Stage> {
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

/** Stores that the wallet was connected in eip155, so that the next page reconnects it. */
export const storeWallet = (): void =>
  localStorage.setItem(
    'wallet-modal/stage/family-eip155/connector',
    JSON.stringify({ v: 1, data: [['walletConnect']] }),
  )

/** Page that has reconnected the wallet of a session in eip155. */
export async function reconnected(session: Session): Promise<Stage> {
  storeWallet()
  const staged = stage(session)
  await expect.poll(() => staged.states().eip155).toBe('connected')
  return staged
}
