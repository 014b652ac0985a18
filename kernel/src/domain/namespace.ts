import { messageOf, WalletModalError } from '../errors.js'
import { withDeadline } from '../guard.js'
import type { Context } from '../plugin.js'
import { computed, type ReadonlySignal } from '../signals.js'
import type { Account } from './account.js'
import { type Attempt, type Connected, type ConnectionState, createConnection } from './connection.js'
import type { Connector } from './connector.js'
import { accountChanged, connected, connectFailed, disconnected, disconnectFailed, networkChanged } from './events.js'
import type { Network } from './network.js'
import { createRestore, REMEMBERED } from './restore.js'
import { connectors, namespace, namespaces } from './slots.js'

/** What a wallet tells when it lets the site in. */
export interface Handshake {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: string
}

export interface WalletListener {
  accounts(accounts: readonly Account[]): void
  network(caipNetworkId: string): void
  disconnected(): void
}

/** What a chain family has to supply; {@link createNamespace} makes an adapter of it. Errors may be thrown as they come. */
export interface NamespaceDriver<Provider> {
  /** The first part of its CAIP-2 ids. */
  readonly namespace: string
  /** Checks what a connector handed over. */
  parseProvider(provider: unknown): Provider
  /** A silent handshake never prompts and answers `null` where there is no permission yet. */
  connect(provider: Provider, request: { readonly silent: boolean; readonly signal: AbortSignal }): Promise<Handshake | null>
  /** Reports changes until the returned function is called. */
  watch(provider: Provider, listener: WalletListener): () => void
  /** Resolves when the wallet is there. */
  switchNetwork(provider: Provider, network: Network): Promise<void>
  /** Takes the site's permission back, where the wallet knows how. */
  revoke?(provider: Provider): Promise<void>
  signMessage(provider: Provider, account: Account, message: string): Promise<string>
  /** Native balance in base units. */
  balance(account: Account, network: Network, signal: AbortSignal): Promise<bigint>
  /** The canonical writing of an address. Throws `INVALID_ARGUMENT` for anything else. */
  parseAddress(text: string): Promise<string>
  /** Whether an error says that the visitor declined. */
  isRejection(error: unknown): boolean
}

/** A declined request is an answer, not an error. */
export type ConnectOutcome =
  | { readonly status: 'connected'; readonly connection: Connected }
  | { readonly status: 'rejected' }
  /** A newer intent came first; nothing was changed by this one. */
  | { readonly status: 'superseded' }

export type SwitchOutcome = { readonly status: 'switched' } | { readonly status: 'rejected' }

/** One chain family, as the modal and other plugins see it. */
export interface NamespaceAdapter {
  readonly namespace: string
  readonly state: ReadonlySignal<ConnectionState>
  /** The connectors that speak this namespace. */
  readonly connectors: ReadonlySignal<readonly Connector[]>
  connect(connector: Connector, options?: { readonly signal?: AbortSignal }): Promise<ConnectOutcome>
  disconnect(): Promise<void>
  /** Uses another of the connected accounts. */
  switchAccount(address: string): void
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  signMessage(message: string): Promise<string>
  /** Native balance of the account in use, on the network in use, in base units. */
  balance(signal?: AbortSignal): Promise<bigint>
  parseAddress(text: string): Promise<string>
}

/** Makes the adapter of a chain family and contributes it: state machine, persistence, silent restore and events come with it. */
export function createNamespace<Provider>(ctx: Context, driver: NamespaceDriver<Provider>): NamespaceAdapter {
  const name = driver.namespace
  const connection = createConnection()
  const offered = ctx.all(connectors)
  const mine = computed(() => offered.value.filter((connector) => connector.namespaces.includes(name)))
  const networks = computed(() => ctx.networks.value.filter((network) => network.namespace === name))
  let unwatch = (): void => {}

  const live = (): { readonly connection: Connected; readonly provider: Provider } => {
    const now = connection.state.peek()
    if (now.status !== 'connected') throw new WalletModalError('NOT_CONNECTED', `No ${name} wallet is connected.`)
    return { connection: now, provider: driver.parseProvider(now.provider) }
  }
  const networkOf = (caipNetworkId: string): Network => {
    const network = networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
    if (network) return network
    throw new WalletModalError('UNKNOWN_NETWORK', `"${caipNetworkId}" is not among the networks of this site. Add it to "networks".`)
  }
  const ended = (): void => {
    unwatch()
    unwatch = () => {}
    connection.end()
    ctx.storage.remove(REMEMBERED)
    ctx.emit(disconnected, { namespace: name })
  }
  const moved = (caipNetworkId: string): void => {
    const now = connection.state.peek()
    if (now.status !== 'connected' || now.caipNetworkId === caipNetworkId) return
    connection.update({ caipNetworkId })
    ctx.emit(networkChanged, { namespace: name, caipNetworkId })
  }
  const watch = (provider: Provider): void => {
    unwatch()
    unwatch = driver.watch(provider, {
      accounts(accounts) {
        const [account] = accounts
        const now = connection.state.peek()
        if (now.status !== 'connected') return
        if (!account) return ended()
        connection.update({ accounts, account })
        if (account.address !== now.account.address) ctx.emit(accountChanged, { namespace: name, account })
      },
      network: moved,
      disconnected() {
        if (connection.state.peek().status === 'connected') ended()
      },
    })
  }
  /** The shared end of connecting and restoring: whatever arrives after a newer intent is dropped. */
  const reach = async (attempt: Attempt, connector: Connector, silent: boolean): Promise<Connected | null> => {
    const { signal } = attempt
    const raw = await connector.provider({ namespace: name, networks: networks.peek(), silent, signal })
    if (raw === null || signal.aborted) return null
    const provider = driver.parseProvider(raw)
    const handshake = await driver.connect(provider, { silent, signal })
    const [account] = handshake?.accounts ?? []
    if (!handshake || !account) {
      if (silent || signal.aborted) return null
      throw new WalletModalError('NO_ACCOUNTS', `${connector.name} connected without an account. Unlock it and choose one.`)
    }
    const { accounts, caipNetworkId } = handshake
    const found: Omit<Connected, 'status'> = {
      connectorId: connector.id, connectorName: connector.name, accounts, account, caipNetworkId, provider,
    }
    if (!attempt.succeed(found)) return null
    watch(provider)
    restore.remember(connector.id)
    ctx.emit(connected, { namespace: name, connectorId: connector.id, connectorName: connector.name, accounts, caipNetworkId, restored: silent })
    return { ...found, status: 'connected' }
  }
  const restore = createRestore(ctx, { connection, connectors: mine, reach: (attempt, connector) => reach(attempt, connector, true), ended })

  const adapter: NamespaceAdapter = {
    namespace: name,
    state: connection.state,
    connectors: mine,
    async connect(connector, { signal } = {}) {
      if (signal?.aborted) return { status: 'superseded' }
      const attempt = connection.begin('connecting', connector.id)
      const leave = (): void => void attempt.fail()
      signal?.addEventListener('abort', leave)
      const givenUp = new Promise<null>((resolve) => {
        attempt.signal.addEventListener('abort', () => resolve(null))
        signal?.addEventListener('abort', () => resolve(null))
      })
      try {
        const found = await Promise.race([reach(attempt, connector, false), givenUp])
        return found ? { status: 'connected', connection: found } : { status: 'superseded' }
      } catch (error) {
        if (!attempt.fail()) return { status: 'superseded' }
        const rejected = driver.isRejection(error)
        ctx.emit(connectFailed, { namespace: name, connectorId: connector.id, rejected, message: messageOf(error) })
        if (rejected) return { status: 'rejected' }
        throw new WalletModalError('CONNECT_FAILED', `${connector.name} could not connect: ${messageOf(error)}`, { cause: error })
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
    async disconnect() {
      const now = connection.state.peek()
      if (now.status === 'disconnected') return
      ended()
      if (now.status !== 'connected' || !driver.revoke) return
      try {
        await withDeadline(driver.revoke(driver.parseProvider(now.provider)), 'taking the permission back', now.connectorName)
      } catch (error) {
        ctx.emit(disconnectFailed, { namespace: name, message: messageOf(error) })
      }
    },
    switchAccount(address) {
      const now = live().connection
      const account = now.accounts.find((one) => one.address === address)
      if (!account) throw new WalletModalError('INVALID_ARGUMENT', `"${address}" is not among the connected accounts.`)
      connection.update({ account })
      ctx.emit(accountChanged, { namespace: name, account })
    },
    async switchNetwork(caipNetworkId) {
      const network = networkOf(caipNetworkId)
      const now = live()
      if (now.connection.caipNetworkId === caipNetworkId) return { status: 'switched' }
      try {
        await driver.switchNetwork(now.provider, network)
        const after = connection.state.peek()
        if (after.status === 'connected' && after.provider === now.connection.provider) moved(caipNetworkId)
        return { status: 'switched' }
      } catch (error) {
        if (driver.isRejection(error)) return { status: 'rejected' }
        throw error
      }
    },
    signMessage(message) {
      const now = live()
      return driver.signMessage(now.provider, now.connection.account, message)
    },
    balance(signal = ctx.abortSignal) {
      const { connection: now } = live()
      return driver.balance(now.account, networkOf(now.caipNetworkId), signal)
    },
    parseAddress: (text) => driver.parseAddress(text),
  }
  ctx.provide(namespace(name), adapter)
  ctx.add(namespaces, adapter)
  ctx.onDispose(() => {
    unwatch()
    connection.end()
  })
  return adapter
}
