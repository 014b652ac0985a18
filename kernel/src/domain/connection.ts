import type { Signal } from '../signals.js'
import type { Account } from './account.js'

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

export type ConnectionState =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting' | 'reconnecting'; readonly connectorId: string }
  | Connected

/** One try to reach a wallet. All its answers are void once a newer intent exists. */
export interface Attempt {
  /** Aborted by the next intent, and when this one fails. */
  readonly signal: AbortSignal
  /** False when a newer intent exists; then nothing has changed. */
  succeed(connected: Omit<Connected, 'status'>): boolean
  /** Back to what was before: the earlier connection, or disconnected. False when a newer intent exists. */
  fail(): boolean
  /** Shows what was before, but still takes a late success unless a newer intent comes first. */
  suspend(): void
}

export interface Connection {
  /** The connection that is there, also while another one is being tried. */
  live(): Connected | null
  begin(status: 'connecting' | 'reconnecting', connectorId: string): Attempt
  /** Changes of the live connection: account, network. Ignored while there is none. */
  update(change: Partial<Pick<Connected, 'accounts' | 'account' | 'caipNetworkId'>>): void
  /** Shows what is there, unless an attempt is under way. */
  rest(): void
  /** The live connection is gone; a try that is under way goes on. */
  lose(): void
  /** The intent to be disconnected: no answer counts any more. */
  end(): void
}

export const DISCONNECTED: ConnectionState = Object.freeze({ status: 'disconnected' })

/** The state machine of one namespace, written to `state`. The last intent wins, not the last reply. */
export function createConnection(state: Signal<ConnectionState>): Connection {
  let current: AbortController | undefined
  let connected: Connected | null = null

  const supersede = (next?: AbortController): void => {
    const old = current
    current = next
    old?.abort()
  }
  const settle = (): void => {
    state.value = connected ?? DISCONNECTED
  }
  return {
    live: () => connected,
    begin(status, connectorId) {
      const intent = new AbortController()
      supersede(intent)
      state.value = Object.freeze({ status, connectorId })
      /** Ends the attempt, once. */
      const finish = (): boolean => {
        if (current !== intent) return false
        current = undefined
        return true
      }
      return {
        signal: intent.signal,
        succeed(found) {
          if (!finish()) return false
          connected = Object.freeze({ ...found, status: 'connected' })
          settle()
          return true
        },
        fail() {
          if (!finish()) return false
          intent.abort()
          settle()
          return true
        },
        suspend() {
          if (current === intent) settle()
        },
      }
    },
    update(change) {
      if (!connected) return
      const isShown = state.peek() === connected
      connected = Object.freeze({ ...connected, ...change })
      if (isShown) settle()
    },
    rest() {
      if (!current) settle()
    },
    lose() {
      const isShown = state.peek() === connected
      connected = null
      if (isShown) settle()
    },
    end() {
      supersede()
      connected = null
      settle()
    },
  }
}
