import { type ReadonlySignal, signal } from '../signals.js'
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
  /** Aborted by the next intent. */
  readonly signal: AbortSignal
  /** False when a newer intent exists; then nothing has changed. */
  succeed(connected: Omit<Connected, 'status'>): boolean
  /** Back to what was before: the earlier connection, or disconnected. False when a newer intent exists. */
  fail(): boolean
  /** Shows `disconnected` but still takes a late success, unless a newer intent comes first. */
  suspend(): void
}

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>
  begin(status: 'connecting' | 'reconnecting', connectorId: string): Attempt
  /** Changes of a live connection: account, network. Ignored while there is none. */
  update(change: Partial<Pick<Connected, 'accounts' | 'account' | 'caipNetworkId'>>): void
  /** The intent to be disconnected. */
  end(): void
}

const disconnected: ConnectionState = { status: 'disconnected' }

/** The state machine of one namespace. The last intent wins, not the last reply. */
export function createConnection(): Connection {
  const state = signal<ConnectionState>(disconnected)
  let current: AbortController | undefined
  /** The connection to fall back on when an attempt fails; kept up to date meanwhile. */
  let fallback: ConnectionState = disconnected

  const supersede = (next?: AbortController): void => {
    const old = current
    current = next
    old?.abort()
  }
  return {
    state,
    begin(status, connectorId) {
      const before = state.peek()
      if (before.status === 'connected' || before.status === 'disconnected') fallback = before
      const intent = new AbortController()
      const isCurrent = (): boolean => current === intent
      supersede(intent)
      state.value = { status, connectorId }
      return {
        signal: intent.signal,
        succeed(connected) {
          if (!isCurrent()) return false
          current = undefined
          state.value = { ...connected, status: 'connected' }
          return true
        },
        fail() {
          if (!isCurrent()) return false
          current = undefined
          state.value = fallback
          return true
        },
        suspend() {
          if (isCurrent()) state.value = disconnected
        },
      }
    },
    update(change) {
      const live = state.peek()
      if (live.status === 'connected') state.value = { ...live, ...change }
      else if (fallback.status === 'connected') fallback = { ...fallback, ...change }
    },
    end() {
      supersede()
      fallback = disconnected
      state.value = disconnected
    },
  }
}
