import type { ReadonlySignal, Signal } from '../../signals.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'

export interface Connected {
  readonly status: 'connected'
  readonly connectorId: string
  readonly connectorName: string
  /** Never empty. */
  readonly accounts: readonly Account[]
  /** Active account. */
  readonly account: Account
  /** Active network of the wallet, which the site may not list. */
  readonly caipNetworkId: string
  /** In the ecosystem's own interface, such as EIP-1193. */
  readonly provider: unknown
}

/** Connection whose account sends a transaction. */
export interface SigningConnection extends Connected {
  readonly namespace: string
  /** Absent if the wallet is on a network that the site does not list. */
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
      /** Wallet that stays active meanwhile. */
      readonly inUse?: Connected | undefined
    }
  | Connected

/** State of one namespace; its fields change together. */
export interface NamespaceState {
  readonly shown: ConnectionState
  /** All connections, the active one first. */
  readonly live: readonly Connected[]
}

type Change = Partial<Pick<Connected, 'accounts' | 'account' | 'caipNetworkId'>>

/** Connection attempt. Its results are ignored after a newer request. */
export interface Attempt {
  /** Aborted by the next request, and when this attempt fails. */
  readonly signal: AbortSignal
  /** Adds the connection and makes it active; others stay connected. Returns false, without a change, if a newer request exists. */
  succeed(connected: Connected): boolean
  /** Restores the previous state: the earlier connection, or disconnected. Returns false if a newer request exists. */
  fail(): boolean
  /** Displays the previous state, but still accepts a late success unless there is a newer request. */
  suspend(): void
}

export interface Connection {
  /** Active connection, also during an attempt to connect another one. */
  active(): Connected | null
  /** Any connection, active or not. */
  find(connectorId: string): Connected | undefined
  begin(status: 'connecting' | 'reconnecting', connectorId: string): Attempt
  /** Adds a connection, or replaces the wallet's earlier one. The active connection stays active. */
  add(connected: Connected): void
  /** Updates account or network of a connection. Returns the updated connection. */
  update(connectorId: string, change: Change): Connected | undefined
  /** Makes a connection active. */
  use(connectorId: string): void
  /** Removes a connection; a pending attempt continues. Selects no replacement. */
  lose(connectorId: string): void
  /** Displays the current state, unless an attempt is pending. */
  settle(): void
  /**
   * Disconnects one wallet or all, and ignores their later replies. If it was active, the previously used one becomes active, unless an attempt
   * is pending.
   */
  end(connectorId?: string): void
}

const DISCONNECTED: ConnectionState = Object.freeze({ status: 'disconnected' })
export const NOTHING: NamespaceState = Object.freeze({ shown: DISCONNECTED, live: Object.freeze([]) })

/** Connections of one namespace, and which of them is active. */
interface ConnectionList extends Pick<Connection, 'active' | 'find' | 'add' | 'update' | 'lose'> {
  /** Adds a connection, or replaces the wallet's earlier one, and makes it active. Ends a displayed attempt. */
  addActive(connected: Connected): void
  activate(connectorId: string): void
  /** Removes all but some. If the active one is removed, the previously used one becomes active, unless `isPending`: an attempt is pending. */
  keep(stays: (one: Connected) => boolean, isPending: boolean): void
  /** Displays the current state in place of an attempt. */
  settle(): void
}

/** Written to `state`. A displayed attempt stays displayed unless it is settled. */
function createConnectionList(state: Signal<NamespaceState>): ConnectionList {
  let activeId: string | undefined
  const all = (): readonly Connected[] => state.peek().live
  const find = (connectorId: string | undefined): Connected | undefined =>
    all().find((one) => one.connectorId === connectorId)
  const without = (connectorId: string): readonly Connected[] => all().filter((one) => one.connectorId !== connectorId)
  const write = (live: readonly Connected[], settles = false): void => {
    const { shown } = state.peek()
    const active = live.find((one) => one.connectorId === activeId)
    const isAttempt = !settles && (shown.status === 'connecting' || shown.status === 'reconnecting')
    const attempt = isAttempt && (shown.inUse === active ? shown : Object.freeze({ ...shown, inUse: active }))
    state.value = Object.freeze({
      shown: attempt || (active ?? DISCONNECTED),
      live: Object.freeze(active ? [active, ...live.filter((one) => one !== active)] : live),
    })
  }
  return {
    active: () => find(activeId) ?? null,
    find,
    add: (found) => write([...without(found.connectorId), found]),
    addActive(found) {
      activeId = found.connectorId
      write([found, ...without(activeId)], true)
    },
    update(connectorId, change) {
      write(all().map((one) => (one.connectorId === connectorId ? Object.freeze({ ...one, ...change }) : one)))
      return find(connectorId)
    },
    activate(connectorId) {
      activeId = connectorId
      write(all(), true)
    },
    lose(connectorId) {
      if (activeId === connectorId) activeId = undefined
      write(without(connectorId))
    },
    keep(stays, isPending) {
      const live = all().filter(stays)
      if (activeId && !live.some((one) => one.connectorId === activeId))
        activeId = isPending ? undefined : live[0]?.connectorId
      write(live, !isPending)
    },
    settle: () => write(all(), true),
  }
}

/** State machine of one namespace, written to `state`. The latest request wins, not the latest reply. */
export function createConnection(state: Signal<NamespaceState>): Connection {
  const list = createConnectionList(state)
  const { active, find, add, update, lose } = list
  let current: { readonly connectorId: string; readonly intent: AbortController } | undefined

  const supersede = (next?: typeof current): void => {
    const old = current
    current = next
    old?.intent.abort()
  }
  return {
    ...{ active, find, add, update, lose },
    begin(status, connectorId) {
      const intent = new AbortController()
      const own = { connectorId, intent }
      supersede(own)
      const shown = Object.freeze({ status, connectorId, inUse: active() ?? undefined })
      state.value = Object.freeze({ ...state.peek(), shown })
      /** Ends the attempt, once. */
      const finish = (): boolean => {
        if (current !== own) return false
        current = undefined
        return true
      }
      return {
        signal: intent.signal,
        succeed(found) {
          if (!finish()) return false
          list.addActive(found)
          return true
        },
        fail() {
          if (!finish()) return false
          intent.abort()
          list.settle()
          return true
        },
        suspend() {
          if (current === own) list.settle()
        },
      }
    },
    use(connectorId) {
      supersede()
      list.activate(connectorId)
    },
    settle() {
      if (!current) list.settle()
    },
    end(connectorId) {
      const stays = (one: { readonly connectorId: string }): boolean =>
        connectorId !== undefined && one.connectorId !== connectorId
      if (!current || !stays(current)) supersede()
      list.keep(stays, current !== undefined)
    },
  }
}
