import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'
import { sessionRevoked } from './contract.js'
import { type RevocationOutcome, revokeSession } from './revocation.js'
import { createSessionsService, type SmartSession } from './service.js'

/** Smart sessions of the active account. `loading` until the service replies, `failed` if they cannot be read. */
export type SessionsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly sessions: readonly SmartSession[] }

export interface SessionsModel {
  readonly state: ReadonlySignal<SessionsState>
  /** Id (`pci`) of the session that is being revoked; `null` if there is none. */
  readonly revoking: ReadonlySignal<string | null>
  /** Reads the sessions of the active account from the service. */
  read(): void
  /** Does nothing while another session is being revoked. Shows the outcome as a toast. */
  revoke(session: SmartSession): void
}

const LOADING: SessionsState = Object.freeze({ status: 'loading' })

/** End of a session in milliseconds, for comparisons. */
const endOf = ({ expiresAt }: SmartSession): number => expiresAt ?? Number.MAX_VALUE

/** Active sessions first, then by expiry, the latest first. */
const sortSessions = (sessions: readonly SmartSession[]): readonly SmartSession[] =>
  sessions.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)) || endOf(b) - endOf(a))

/** Whether a session is neither revoked nor expired. */
export const isActive = (session: SmartSession): boolean => !session.isRevoked && endOf(session) > Date.now()

export function createSessionsModel(ctx: Context): SessionsModel {
  const service = createSessionsService(ctx.api.service('blockchain'))
  const loaded = signal<{ readonly account: string; readonly state: SessionsState } | null>(null)
  const revoking = signal<string | null>(null)
  const latest = createLatest(ctx.abortSignal)
  const current = computed(() => {
    const { namespace, account, caipNetworkId } = ctx.connections.active.value ?? {}
    return namespace === 'eip155' && account ? `${caipNetworkId}:${account.address}` : ''
  })
  const read = (): void => {
    const account = current.peek()
    if (account === '') return
    latest.run(async (stop, isLatest) => {
      const state = await service.list(account, stop).then(
        (sessions): SessionsState => ({ status: 'ready', sessions: sortSessions(sessions) }),
        (error: unknown): SessionsState => {
          if (isLatest()) ctx.log.info('the smart sessions could not be read', error)
          return { status: 'failed' }
        },
      )
      if (isLatest()) loaded.value = { account, state }
    })
  }
  const problemOf = (outcome: RevocationOutcome): string | null => {
    if (outcome.status === 'revoked') return null
    if (outcome.status === 'refused' && outcome.reason !== '') return outcome.reason
    return ctx.t(`error.${outcome.status}`)
  }
  const revoke = async ({ pci }: SmartSession): Promise<void> => {
    const active = ctx.connections.active.peek()
    if (!active || revoking.peek() !== null) return
    revoking.value = pci
    try {
      const problem = problemOf(await revokeSession({ ctx, service }, { pci, active }))
      if (problem !== null) ctx.toast.error(problem)
      else {
        ctx.toast.success(ctx.t('list.revoked'))
        ctx.emit(sessionRevoked, { pci, address: active.account.address, caipNetworkId: active.caipNetworkId })
      }
      read()
    } finally {
      revoking.value = null
    }
  }
  return {
    state: computed(() => (loaded.value?.account === current.value ? loaded.value.state : LOADING)),
    revoking,
    read,
    revoke: (session) => void revoke(session).catch(ctx.log.error),
  }
}
