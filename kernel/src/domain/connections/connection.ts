import type { ReadonlySignal, Signal } from '../../signals.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'

/** Connection to a wallet in one namespace. */
export interface Connected {
  /** Always `connected`. */
  readonly status: 'connected'
  /** Id of the wallet's {@link Connector}. */
  readonly connectorId: string
  /** Name of the wallet. */
  readonly connectorName: string
  /** All accounts that the wallet shares with the site; never empty. */
  readonly accounts: readonly Account[]
  /** Active account. */
  readonly account: Account
  /** Active network of the wallet. It can be a network that the site does not list. */
  readonly caipNetworkId: string
  /** The wallet's provider with the interface of its chain family, such as EIP-1193. */
  readonly provider: unknown
}

/** Connection whose account sends a transaction. */
export interface SigningConnection extends Connected {
  /** CAIP-2 namespace. */
  readonly namespace: string
  /** Active network of the wallet; `undefined` if the site does not list it. */
  readonly network: Network | undefined
  readonly adapter: {
    /** Connections of the namespace, the active one first. */
    readonly connections: ReadonlySignal<readonly Connected[]>
  }
}

export type ConnectionState =
  | { readonly status: 'disconnected' }
  | {
      readonly status: 'connecting' | 'reconnecting'
      readonly connectorId: string
      /** Connection that stays active during the attempt. */
      readonly active?: Connected | undefined
    }
  | Connected

/** State of one namespace; its fields change together. */
export interface NamespaceState {
  /** Active connection or pending attempt. */
  readonly state: ConnectionState
  /** All connections, the active one first. */
  readonly connections: readonly Connected[]
}

type Change = Partial<Pick<Connected, 'accounts' | 'account' | 'caipNetworkId'>>

/** Connection attempt. A newer request replaces it; the results of the attempt are then ignored. */
export interface Attempt {
  /** Aborted when a newer request replaces this attempt, and when this attempt fails. */
  readonly signal: AbortSignal
  /** Adds the connection and makes it active; other connections stay. Does nothing and returns false if the attempt has ended or was replaced. */
  succeed(connected: Connected): boolean
  /**
   * Restores the previous state: the earlier connection, or `disconnected`. Does nothing and returns false if the attempt has ended or was replaced.
   */
  fail(): boolean
  /** Restores the previous state. A later `succeed` is still accepted, unless a newer request has replaced the attempt. */
  suspend(): void
}

/** Connections of one namespace, and its pending attempt. */
export interface NamespaceConnections {
  /** Active connection, also during an attempt to connect another one. */
  active(): Connected | null
  /** Any connection, active or not. */
  find(connectorId: string): Connected | undefined
  /** Starts an attempt. Aborts the pending one. */
  begin(status: 'connecting' | 'reconnecting', connectorId: string): Attempt
  /**
   * Adds a connection, or replaces the wallet's earlier one. A pending attempt continues. `mayActivate`: makes it active if no connection is active.
   */
  add(connected: Connected, mayActivate: boolean): void
  /** Updates account or network of a connection. Returns the updated connection. */
  update(connectorId: string, change: Change): Connected | undefined
  /** Makes a connection active. Aborts a pending attempt. */
  use(connectorId: string): void
  /** Removes a connection. A pending attempt continues. No other connection becomes active. */
  remove(connectorId: string): void
  /** Sets the state to the active connection or `disconnected`, unless an attempt is pending. */
  settle(): void
  /**
   * Removes one connection or all, and aborts a pending attempt to connect the same wallet. If the active connection is removed, the most recently
   * used of the others becomes active, unless another attempt is pending.
   */
  end(connectorId?: string): void
}

const DISCONNECTED: ConnectionState = Object.freeze({ status: 'disconnected' })
export const NO_CONNECTIONS: NamespaceState = Object.freeze({ state: DISCONNECTED, connections: Object.freeze([]) })

/** List of connections in the state; {@link createNamespaceConnections} adds the attempts. */
interface ConnectionList extends Pick<NamespaceConnections, 'active' | 'find' | 'add' | 'update' | 'remove'> {
  /** Adds a connection, or replaces the wallet's earlier one, and makes it active. Replaces a pending attempt in the state. */
  addActive(connected: Connected): void
  /** Makes a connection active. Replaces a pending attempt in the state. */
  activate(connectorId: string): void
  /**
   * Removes the connections for which `isKept` returns false. If the active connection is removed, the most recently used of the others becomes
   * active, unless an attempt is pending (`isPending`).
   */
  removeExcept(isKept: (one: Connected) => boolean, isPending: boolean): void
  /** Sets the state to the active connection or `disconnected`. Replaces a pending attempt in the state. */
  settle(): void
}

/** Creates a list of connections and writes it to `signal`. A pending attempt stays in the state until `write` is called with `endsAttempt`. */
function createConnectionList(signal: Signal<NamespaceState>): ConnectionList {
  let activeId: string | undefined
  const all = (): readonly Connected[] => signal.peek().connections
  const find = (connectorId: string | undefined): Connected | undefined =>
    all().find((one) => one.connectorId === connectorId)
  const without = (connectorId: string): readonly Connected[] => all().filter((one) => one.connectorId !== connectorId)
  const write = (connections: readonly Connected[], endsAttempt = false): void => {
    const { state } = signal.peek()
    const active = connections.find((one) => one.connectorId === activeId)
    const isAttempt = !endsAttempt && (state.status === 'connecting' || state.status === 'reconnecting')
    const attempt = isAttempt && (state.active === active ? state : Object.freeze({ ...state, active }))
    signal.value = Object.freeze({
      state: attempt || (active ?? DISCONNECTED),
      connections: Object.freeze(active ? [active, ...connections.filter((one) => one !== active)] : connections),
    })
  }
  return {
    active: () => find(activeId) ?? null,
    find,
    add(connected, mayActivate) {
      if (mayActivate) activeId ??= connected.connectorId
      write([...without(connected.connectorId), connected])
    },
    addActive(connected) {
      activeId = connected.connectorId
      write([connected, ...without(activeId)], true)
    },
    update(connectorId, change) {
      write(all().map((one) => (one.connectorId === connectorId ? Object.freeze({ ...one, ...change }) : one)))
      return find(connectorId)
    },
    activate(connectorId) {
      activeId = connectorId
      write(all(), true)
    },
    remove(connectorId) {
      if (activeId === connectorId) activeId = undefined
      write(without(connectorId))
    },
    removeExcept(isKept, isPending) {
      const connections = all().filter(isKept)
      if (activeId && !connections.some((one) => one.connectorId === activeId))
        activeId = isPending ? undefined : connections[0]?.connectorId
      write(connections, !isPending)
    },
    settle: () => write(all(), true),
  }
}

/** Creates the connections of one namespace and writes them to `signal`. The latest request wins, not the latest reply. */
export function createNamespaceConnections(signal: Signal<NamespaceState>): NamespaceConnections {
  const list = createConnectionList(signal)
  const { active, find, add, update, remove } = list
  let pending: { readonly connectorId: string; readonly controller: AbortController } | undefined

  const supersede = (next?: typeof pending): void => {
    const previous = pending
    pending = next
    previous?.controller.abort()
  }
  return {
    ...{ active, find, add, update, remove },
    begin(status, connectorId) {
      const controller = new AbortController()
      const attempt = { connectorId, controller }
      supersede(attempt)
      const state = Object.freeze({ status, connectorId, active: active() ?? undefined })
      signal.value = Object.freeze({ ...signal.peek(), state })
      /** Ends the attempt. Returns false if it has ended before. */
      const finish = (): boolean => {
        if (pending !== attempt) return false
        pending = undefined
        return true
      }
      return {
        signal: controller.signal,
        succeed(connected) {
          if (!finish()) return false
          list.addActive(connected)
          return true
        },
        fail() {
          if (!finish()) return false
          controller.abort()
          list.settle()
          return true
        },
        suspend() {
          if (pending === attempt) list.settle()
        },
      }
    },
    use(connectorId) {
      supersede()
      list.activate(connectorId)
    },
    settle() {
      if (!pending) list.settle()
    },
    end(connectorId) {
      const isKept = (one: { readonly connectorId: string }): boolean =>
        connectorId !== undefined && one.connectorId !== connectorId
      if (!pending || !isKept(pending)) supersede()
      list.removeExcept(isKept, pending !== undefined)
    },
  }
}
