import type { ReadonlySignal, Signal } from '../../signals.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'

export interface Connected {
  readonly status: 'connected'
  readonly connectorId: string
  readonly connectorName: string
  /** Never empty. */
  readonly accounts: readonly Account[]
  /** The one in use. */
  readonly account: Account
  /** Where the wallet is, which may be a network that the site does not list. */
  readonly caipNetworkId: string
  /** In the ecosystem's own shape. */
  readonly provider: unknown
}

/** Connection whose account sends a transaction. */
export interface SigningConnection extends Connected {
  readonly namespace: string
  /** Absent where the wallet is on a network that the site does not list. */
  readonly network: Network | undefined
  readonly adapter: {
    /** Live connections of the namespace, the active one first. */
    readonly connections: ReadonlySignal<readonly Connected[]>
  }
}

export type ConnectionState =
  | { readonly status: 'disconnected' }
  | {
      readonly status: 'connecting' | 'reconnecting'
      readonly connectorId: string
      /** The wallet that stays in use meanwhile. */
      readonly inUse?: Connected | undefined
    }
  | Connected

/** What one namespace shows and has, which change together. */
export interface NamespaceState {
  readonly shown: ConnectionState
  /** Every live connection, the one in use first. */
  readonly live: readonly Connected[]
}

type Change = Partial<Pick<Connected, 'accounts' | 'account' | 'caipNetworkId'>>

/** One try to reach a wallet. All its answers are void once a newer intent exists. */
export interface Attempt {
  /** Aborted by the next intent, and when this one fails. */
  readonly signal: AbortSignal
  /** The wallet is live and in use; those that were live stay so. False when a newer intent exists; then nothing has changed. */
  succeed(connected: Connected): boolean
  /** Back to what was before: the earlier connection, or disconnected. False when a newer intent exists. */
  fail(): boolean
  /** Shows what was before, but still takes a late success unless a newer intent comes first. */
  suspend(): void
}

export interface Connection {
  /** The connection in use, also while another one is being tried. */
  live(): Connected | null
  /** A live connection, in use or not. */
  find(connectorId: string): Connected | undefined
  begin(status: 'connecting' | 'reconnecting', connectorId: string): Attempt
  /** Takes in a connection, or takes the place of the wallet's earlier one. What is in use stays in use. */
  add(connected: Connected): void
  /** Changes of a live connection: account, network. Answers with what it is now. */
  update(connectorId: string, change: Change): Connected | undefined
  /** The intent to use a live connection. */
  use(connectorId: string): void
  /** A live connection is gone; a try that is under way goes on. Without an intent no other one comes into use. */
  lose(connectorId: string): void
  /** Shows what is there, unless an attempt is under way. */
  rest(): void
  /**
   * The intent to be without one wallet, or without any: no answer of theirs counts any more. Where it was in use, the one used before it comes
   * into use, unless an attempt is under way.
   */
  end(connectorId?: string): void
}

const DISCONNECTED: ConnectionState = Object.freeze({ status: 'disconnected' })
export const NOTHING: NamespaceState = Object.freeze({ shown: DISCONNECTED, live: Object.freeze([]) })

/** The state machine of one namespace, written to `state`. The last intent wins, not the last reply. */
export function createConnection(state: Signal<NamespaceState>): Connection {
  let current: { readonly connectorId: string; readonly intent: AbortController } | undefined
  let used: string | undefined

  const supersede = (next?: typeof current): void => {
    const old = current
    current = next
    old?.intent.abort()
  }
  const find = (connectorId: string | undefined): Connected | undefined =>
    state.peek().live.find((one) => one.connectorId === connectorId)
  const others = (connectorId: string): readonly Connected[] =>
    state.peek().live.filter((one) => one.connectorId !== connectorId)
  /** An attempt that is shown stays on show, unless it `settles`. */
  const write = (live: readonly Connected[], settles = false): void => {
    const { shown } = state.peek()
    const now = live.find((one) => one.connectorId === used)
    const isAttempt = !settles && (shown.status === 'connecting' || shown.status === 'reconnecting')
    const attempt = isAttempt && (shown.inUse === now ? shown : Object.freeze({ ...shown, inUse: now }))
    state.value = Object.freeze({
      shown: attempt || (now ?? DISCONNECTED),
      live: Object.freeze(now ? [now, ...live.filter((one) => one !== now)] : live),
    })
  }
  const settle = (): void => write(state.peek().live, true)
  return {
    live: () => find(used) ?? null,
    find,
    begin(status, connectorId) {
      const intent = new AbortController()
      const own = { connectorId, intent }
      supersede(own)
      state.value = Object.freeze({ ...state.peek(), shown: Object.freeze({ status, connectorId, inUse: find(used) }) })
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
          used = connectorId
          write([found, ...others(connectorId)], true)
          return true
        },
        fail() {
          if (!finish()) return false
          intent.abort()
          settle()
          return true
        },
        suspend() {
          if (current === own) settle()
        },
      }
    },
    add: (found) => write([...others(found.connectorId), found]),
    update(connectorId, change) {
      write(
        state.peek().live.map((one) => (one.connectorId === connectorId ? Object.freeze({ ...one, ...change }) : one)),
      )
      return find(connectorId)
    },
    use(connectorId) {
      supersede()
      used = connectorId
      settle()
    },
    lose(connectorId) {
      if (used === connectorId) used = undefined
      write(others(connectorId))
    },
    rest() {
      if (!current) settle()
    },
    end(connectorId) {
      const stays = (one: { readonly connectorId: string }): boolean =>
        connectorId !== undefined && one.connectorId !== connectorId
      if (!current || !stays(current)) supersede()
      const live = state.peek().live.filter(stays)
      if (used && !live.some((one) => one.connectorId === used)) used = current ? undefined : live[0]?.connectorId
      write(live, !current)
    },
  }
}
