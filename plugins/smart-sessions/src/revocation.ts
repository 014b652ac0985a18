import { type ActiveConnection, type Context, isWalletModalError } from '@wallet-modal/kernel'
import type { SessionsService } from './service.js'

export type RevocationOutcome =
  | { readonly status: 'revoked' | 'declined' | 'failed' }
  /** `reason` is the service's text, empty if it gives none. */
  | { readonly status: 'refused'; readonly reason: string }
  /** The service's reply was lost, and the list does not show the session as revoked. */
  | { readonly status: 'unknown' }

/** Error codes of a rejection in EIP-1193, ethers and WalletConnect. */
const REJECTED: ReadonlySet<unknown> = new Set([4001, 'ACTION_REJECTED', 5000])

/** Text that the account signs. */
export const revocationMessage = (pci: string, address: string): string =>
  `Revoke smart session ${pci} of account ${address}`

const isAnswer = (error: unknown): boolean =>
  isWalletModalError(error) && (error.code === 'HTTP_STATUS' || error.code === 'NO_PROJECT_ID')

interface Parts {
  readonly ctx: Pick<Context, 'log' | 'abortSignal'>
  readonly service: SessionsService
}

interface RevocationRequest {
  readonly pci: string
  readonly active: ActiveConnection
}

/** Reads the list after a lost reply, because writes are not sent again. */
async function readBack({ ctx, service }: Parts, { pci, active }: RevocationRequest): Promise<RevocationOutcome> {
  try {
    const account = `${active.caipNetworkId}:${active.account.address}`
    const session = (await service.list(account, ctx.abortSignal)).find((one) => one.pci === pci)
    return { status: !session || session.isRevoked ? 'revoked' : 'unknown' }
  } catch (error) {
    ctx.log.info('a revocation could not be read back', error)
    return { status: 'unknown' }
  }
}

/** Asks the wallet for the signature, once, and submits it, once. */
export async function revokeSession(parts: Parts, request: RevocationRequest): Promise<RevocationOutcome> {
  const { pci, active } = request
  const { address } = active.account
  const signed = await active.adapter.signMessage(revocationMessage(pci, address)).then(
    (signature) => ({ signature }),
    (error: unknown) => ({ error }),
  )
  if ('error' in signed) {
    if (REJECTED.has(Object(signed.error).code)) return { status: 'declined' }
    parts.ctx.log.warn(signed.error)
    return { status: 'failed' }
  }
  try {
    const refusal = await parts.service.revoke(address, { pci, signature: signed.signature })
    return refusal ? { status: 'refused', reason: refusal.reason } : { status: 'revoked' }
  } catch (error) {
    parts.ctx.log.warn(error)
    return isAnswer(error) ? { status: 'failed' } : readBack(parts, request)
  }
}
