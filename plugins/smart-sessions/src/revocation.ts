import { type Account, type Context, isWalletModalError, type WalletConnection } from '@wallet-modal/kernel'
import type { SessionsService } from './service.js'

export type RevocationOutcome =
  | { readonly status: 'revoked' | 'declined' | 'failed' | 'canceled' }
  /** `reason`: the service's text; empty if the service gives none. */
  | { readonly status: 'refused'; readonly reason: string }
  /** The service's reply was lost. Afterwards, the list of sessions could not be read, or did not show the session as revoked. */
  | { readonly status: 'unknown' }

/** Error codes of a rejection by the visitor in EIP-1193, ethers and WalletConnect. */
const REJECTION_CODES: ReadonlySet<unknown> = new Set([4001, 'ACTION_REJECTED', 5000])

/** Text that the account signs. */
export const revocationMessage = (pci: string, address: string): string =>
  `Revoke smart session ${pci} of account ${address}`

/** Whether the error proves that the session is not revoked. A 5xx status proves nothing, because a proxy may have lost the service's reply. */
const isCertainFailure = (error: unknown): boolean =>
  isWalletModalError(error) &&
  (error.code === 'NO_PROJECT_ID' || (error.code === 'HTTP_STATUS' && (error.status ?? 0) < 500))

interface RevocationDependencies {
  readonly ctx: Pick<Context, 'log' | 'abortSignal'>
  readonly service: SessionsService
}

/** Account of the session, and the adapter that signs for it. */
interface RevocationConnection extends Pick<WalletConnection, 'caipNetworkId'> {
  readonly account: Pick<Account, 'address'>
  readonly adapter: Pick<WalletConnection['adapter'], 'signMessage'>
}

interface RevocationRequest {
  readonly pci: string
  readonly active: RevocationConnection
  /** Aborted when the visitor cancels. A signature that arrives later is not submitted. */
  readonly signal: AbortSignal
  /** Called when the wallet has signed, before the signature is submitted. */
  onSigned(): void
}

/** Reads the list of sessions to determine the outcome of a revocation whose reply was lost. The revocation is not sent again. */
async function readBack(
  { ctx, service }: RevocationDependencies,
  { pci, active }: Pick<RevocationRequest, 'pci' | 'active'>,
): Promise<RevocationOutcome> {
  try {
    const account = `${active.caipNetworkId}:${active.account.address}`
    const { sessions } = await service.list(account, ctx.abortSignal)
    // a list without the session proves nothing: the service may list only some sessions
    return { status: sessions.some((listed) => listed.pci === pci && listed.isRevoked) ? 'revoked' : 'unknown' }
  } catch (error) {
    ctx.log.info('the list of smart sessions could not be read after a revocation', error)
    return { status: 'unknown' }
  }
}

/** Revokes a session: requests the account's signature from the wallet once, and submits it to the service once. */
export async function revokeSession(
  dependencies: RevocationDependencies,
  request: RevocationRequest,
): Promise<RevocationOutcome> {
  const { pci, active, signal } = request
  const { address } = active.account
  const signResult = await active.adapter.signMessage(revocationMessage(pci, address)).then(
    (signature) => ({ signature }),
    (error: unknown) => ({ error }),
  )
  if (signal.aborted) return { status: 'canceled' }
  if ('error' in signResult) {
    if (REJECTION_CODES.has(Object(signResult.error).code)) return { status: 'declined' }
    dependencies.ctx.log.warn(signResult.error)
    return { status: 'failed' }
  }
  request.onSigned()
  try {
    const refusal = await dependencies.service.revoke(address, { pci, signature: signResult.signature })
    return refusal ? { status: 'refused', reason: refusal.reason } : { status: 'revoked' }
  } catch (error) {
    dependencies.ctx.log.warn(error)
    return isCertainFailure(error) ? { status: 'failed' } : readBack(dependencies, request)
  }
}
