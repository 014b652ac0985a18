import { balances, type Context, computed, type ReadonlySignal, signal, type TokenBalance } from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'
import { createRevocations, type Revocations } from './revocations.js'
import { createSessionsService, type SessionList, type SmartSession } from './service.js'

/** Maximum number of displayed sessions. */
const MAX_SESSIONS = 200

/** Smart sessions of the active account on the active network. `loading` until the service replies, `failed` if they cannot be read. */
export type SessionsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'ready'
      readonly sessions: readonly SmartSession[]
      /** Number of sessions that `sessions` leaves out. */
      readonly moreCount: number
      /** See {@link SessionList}. */
      readonly unreadableCount: number
    }

export interface SessionsModel extends Revocations {
  readonly state: ReadonlySignal<SessionsState>
  /** Tokens of the account, to display permissions for them. Empty without a plugin that reads balances. */
  readonly tokens: ReadonlySignal<readonly TokenBalance[]>
  /** Reads the sessions of the active account from the service. */
  read(): void
}

const LOADING: SessionsState = Object.freeze({ status: 'loading' })

/** End of a session in milliseconds since the Unix epoch; `Number.MAX_VALUE` for a session without an end or with an unknown end. */
const endOf = ({ expiresAt }: SmartSession): number => expiresAt ?? Number.MAX_VALUE

export const isExpired = (session: SmartSession): boolean => endOf(session) <= Date.now()

/** Whether a session is neither revoked nor expired. */
const isActive = (session: SmartSession): boolean => !session.isRevoked && !isExpired(session)

/** Active sessions first, then by expiry, the latest first. */
function toState({ sessions, unreadableCount }: SessionList): SessionsState {
  const sorted = sessions.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)) || endOf(b) - endOf(a))
  const moreCount = Math.max(0, sorted.length - MAX_SESSIONS)
  return { status: 'ready', sessions: sorted.slice(0, MAX_SESSIONS), moreCount, unreadableCount }
}

export function createSessionsModel(ctx: Context): SessionsModel {
  const service = createSessionsService(ctx.api.service('blockchain'))
  const loaded = signal<{ readonly account: string; readonly state: SessionsState } | null>(null)
  const holdings = ctx.maybe(balances)?.holdings
  const latest = createLatest(ctx.abortSignal)
  const current = computed(() => {
    const { namespace, account, caipNetworkId } = ctx.connections.active.value ?? {}
    return namespace === 'eip155' && account ? `${caipNetworkId}:${account.address}` : ''
  })
  const read = (): void => {
    const account = current.peek()
    if (account === '') return
    latest.run(async (stop, isLatest) => {
      const state = await service.list(account, stop).then(toState, (error: unknown): SessionsState => {
        if (isLatest()) ctx.log.info('the smart sessions could not be read', error)
        return { status: 'failed' }
      })
      if (isLatest()) loaded.value = { account, state }
    })
  }
  const revocations = createRevocations(ctx, service, read)
  // a change of the account or network removes the card with the Cancel button
  ctx.effect(() => {
    void current.value
    revocations.cancel()
  })
  return {
    state: computed(() => (loaded.value?.account === current.value ? loaded.value.state : LOADING)),
    tokens: computed(() => holdings?.value.tokens ?? []),
    read,
    ...revocations,
  }
}
