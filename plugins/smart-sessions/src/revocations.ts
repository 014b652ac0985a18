import { type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { sessionRevoked } from './contract.js'
import { type RevocationOutcome, revokeSession } from './revocation.js'
import type { SessionsService, SmartSession } from './service.js'

/** Session that is being revoked. `signing`: the wallet is asked to sign; the visitor can cancel. */
export interface PendingRevocation {
  readonly pci: string
  readonly status: 'signing' | 'submitting'
}

export interface Revocations {
  /** `null` if no session is being revoked. */
  readonly revoking: ReadonlySignal<PendingRevocation | null>
  /** Does nothing while another session is being revoked. Shows the outcome as a toast. */
  revoke(session: SmartSession): void
  /** Cancels a revocation that waits for the wallet's signature. A later signature is not submitted. */
  cancel(): void
}

/** Text of the error toast for an outcome; `null` if the session was revoked or the visitor canceled. */
function errorTextOf({ t }: Context, outcome: RevocationOutcome): string | null {
  if (outcome.status === 'revoked' || outcome.status === 'canceled') return null
  if (outcome.status === 'refused' && outcome.reason !== '') return outcome.reason
  return t(`error.${outcome.status}`)
}

/** Revokes sessions, one at a time. Calls `onEnd` after each attempt that the visitor did not cancel, also if it failed. */
export function createRevocations(ctx: Context, service: SessionsService, onEnd: () => void): Revocations {
  const revoking = signal<PendingRevocation | null>(null)
  let latestAttempt = new AbortController()
  const revoke = async ({ pci }: SmartSession): Promise<void> => {
    const active = ctx.connections.active.peek()
    if (!active || revoking.peek() !== null) return
    const attempt = new AbortController()
    latestAttempt = attempt
    revoking.value = { pci, status: 'signing' }
    const onSigned = (): void => {
      revoking.value = { pci, status: 'submitting' }
    }
    try {
      const outcome = await revokeSession({ ctx, service }, { pci, active, signal: attempt.signal, onSigned })
      if (outcome.status === 'canceled') return
      const errorText = errorTextOf(ctx, outcome)
      if (errorText !== null) ctx.toast.error(errorText)
      else {
        ctx.toast.success(ctx.t('list.revoked'))
        ctx.emit(sessionRevoked, { pci, address: active.account.address, caipNetworkId: active.caipNetworkId })
      }
      onEnd()
    } finally {
      if (!attempt.signal.aborted) revoking.value = null
    }
  }
  return {
    revoking,
    revoke: (session) => void revoke(session).catch(ctx.log.error),
    cancel() {
      if (revoking.peek()?.status !== 'signing') return
      latestAttempt.abort()
      revoking.value = null
    },
  }
}
