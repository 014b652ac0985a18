import type { Handshake, WalletListener } from '../domain/connections/adapter.js'
import type { Connector, ConnectorType } from '../domain/connections/connector.js'

/** Reaction of a fake wallet to a request. `hang` never responds; `wait` responds when the test calls `answer()` or `refuse()`. */
export type FakeBehaviour = 'approve' | 'reject' | 'fail' | 'hang' | 'wait'

/** Error of a request that the visitor rejects. */
export class FakeRejection extends Error {
  override readonly name = 'FakeRejection'
}

/** Provider of a fake wallet, for the driver of its namespace. */
export interface FakeProvider {
  request(silent: boolean): Promise<Handshake | null>
  switchNetwork(caipNetworkId: string): Promise<void>
  sign(message: string): Promise<string>
  revoke(): Promise<void>
  listen(listener: WalletListener): () => void
}

interface PendingRequest {
  answer(handshake: Handshake): void
  refuse(error: unknown): void
}

interface FakeWalletOptions {
  readonly id?: string
  readonly name?: string
  readonly type?: ConnectorType
  readonly namespaces?: readonly string[]
  readonly addresses?: readonly string[]
  /** Initial network, by CAIP-2 id. */
  readonly caipNetworkId: string
  readonly behaviour?: FakeBehaviour
}

/** Wallet that a test controls. Contribute `connector` to the slot `connectors`. */
export class FakeWallet {
  readonly connector: Connector
  readonly provider: FakeProvider
  behaviour: FakeBehaviour
  addresses: readonly string[]
  caipNetworkId: string
  /** Whether the site is authorized. If so, a silent request reconnects. */
  isPermitted = false
  /** Number of connection requests for which the wallet would have prompted the visitor. */
  prompts = 0
  /** Current listeners: none after a disconnect. */
  readonly listeners = new Set<WalletListener>()
  readonly #pending: PendingRequest[] = []

  constructor({
    id = 'fake',
    name = 'Fake',
    type = 'ANNOUNCED',
    namespaces,
    addresses = ['fake-1'],
    ...options
  }: FakeWalletOptions) {
    this.addresses = addresses
    this.caipNetworkId = options.caipNetworkId
    this.behaviour = options.behaviour ?? 'approve'
    this.provider = {
      request: (silent) => (silent ? Promise.resolve(this.isPermitted ? this.#handshake() : null) : this.#prompt()),
      switchNetwork: async (caipNetworkId) => {
        await this.#decide(undefined)
        this.changeNetwork(caipNetworkId)
      },
      sign: (message) => this.#decide(`signed:${message}`),
      revoke: async () => {
        this.isPermitted = false
      },
      listen: (listener) => {
        this.listeners.add(listener)
        return () => void this.listeners.delete(listener)
      },
    }
    const [namespace = ''] = options.caipNetworkId.split(':')
    const isInstalled = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN'].includes(type)
    this.connector = {
      ...{ id, name, type, isInstalled, namespaces: namespaces ?? [namespace] },
      pairsByLink: type === 'WALLET_CONNECT',
      hasOwnBlock: type === 'AUTH',
      provider: async () => this.provider,
    }
  }

  /** Approves the oldest pending request. */
  answer(handshake: Handshake = this.#handshake()): void {
    this.#pending.shift()?.answer(handshake)
  }

  /** Rejects the oldest pending request, by default with a {@link FakeRejection}. */
  refuse(error: unknown = new FakeRejection('declined')): void {
    this.#pending.shift()?.refuse(error)
  }

  /** Number of pending requests. */
  get pendingRequests(): number {
    return this.#pending.length
  }

  /** Changes the wallet's accounts and notifies the listeners. An empty list simulates a locked wallet. */
  changeAccounts(addresses: readonly string[]): void {
    if (addresses.length > 0) this.addresses = addresses
    for (const listener of [...this.listeners])
      listener.accounts(addresses.map((address) => ({ address, type: 'eoa' })))
  }

  /** Changes the wallet's network and notifies the listeners. */
  changeNetwork(caipNetworkId: string): void {
    this.caipNetworkId = caipNetworkId
    for (const listener of [...this.listeners]) listener.network(caipNetworkId)
  }

  /** Simulates that the wallet disconnects itself: revokes the permission and notifies the listeners. */
  leave(): void {
    this.isPermitted = false
    for (const listener of [...this.listeners]) listener.disconnected()
  }

  #handshake(): Handshake {
    return { accounts: this.addresses.map((address) => ({ address, type: 'eoa' })), caipNetworkId: this.caipNetworkId }
  }

  #prompt(): Promise<Handshake> {
    this.prompts++
    return this.#decide(this.#handshake(), () => {
      this.isPermitted = true
    })
  }

  #decide<T>(result: T, approved: () => void = () => undefined): Promise<T> {
    if (this.behaviour === 'reject') return Promise.reject(new FakeRejection('declined'))
    if (this.behaviour === 'fail') return Promise.reject(new Error('the wallet failed'))
    if (this.behaviour === 'hang') return new Promise(() => undefined)
    if (this.behaviour === 'approve') {
      approved()
      return Promise.resolve(result)
    }
    return new Promise((resolve, reject) => {
      const answer = (handshake: Handshake): void => {
        approved()
        resolve(result !== null && typeof result === 'object' ? (handshake as T) : result)
      }
      this.#pending.push({ answer, refuse: reject })
    })
  }
}
