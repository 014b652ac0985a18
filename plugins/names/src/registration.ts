import { type Context, isWalletModalError, type Network, type WalletConnection } from '@wallet-modal/kernel'
import { coinTypeOf } from './coin-type.js'
import { isRefusal, type NamesService, type Registration } from './service.js'
import { resolvesTo } from './source.js'

export type RegistrationOutcome =
  | { readonly status: 'registered' | 'declined' | 'failed' | 'canceled' }
  /** `reason`: message of the service, or empty. */
  | { readonly status: 'refused'; readonly reason: string }
  /** The service's reply was lost, and reading the name afterwards did not show a registration. The service may still register the name. */
  | { readonly status: 'unknown' }

interface RegistrationRequest {
  readonly name: string
  readonly active: WalletConnection
  readonly network: Network
  /** Aborted when the visitor cancels. A signature that arrives later is not submitted. */
  readonly signal: AbortSignal
  /** Called after the wallet has signed. */
  onSigned(): void
}

/** Rejection codes of EIP-1193, ethers and WalletConnect. */
const REJECTED: ReadonlySet<unknown> = new Set([4001, 'ACTION_REJECTED', 5000])

/** Text that the account signs. `timestamp` is in seconds. */
export const registrationMessage = (name: string, now: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp: Math.floor(now / 1000) })

/**
 * Whether the error proves that the name was not registered. An HTTP status of 500 or more proves nothing, because a proxy can return it although the
 * service has registered the name.
 */
const isRefused = (error: unknown): boolean =>
  isWalletModalError(error) &&
  (error.code === 'NO_PROJECT_ID' || (error.code === 'HTTP_STATUS' && error.status !== undefined && error.status < 500))

/** Outcome of a registration whose reply was lost: reads the name. `failed` if the name belongs to another account. Never submits again. */
async function readBack(
  { ctx, service }: Dependencies,
  { name, active, network }: RegistrationRequest,
): Promise<RegistrationOutcome> {
  try {
    const record = await service.account(name, ctx.abortSignal)
    if (isRefusal(record)) return { status: 'unknown' }
    return { status: resolvesTo(record, active.account, network) ? 'registered' : 'failed' }
  } catch (error) {
    ctx.log.info('a registration could not be read back', error)
    return { status: 'unknown' }
  }
}

interface Dependencies {
  readonly ctx: Pick<Context, 'log' | 'abortSignal'>
  readonly service: NamesService
}

async function submit(
  dependencies: Dependencies,
  request: RegistrationRequest,
  registration: Registration,
): Promise<RegistrationOutcome> {
  try {
    const refusal = await dependencies.service.register(registration)
    return refusal ? { status: 'refused', reason: refusal.reason } : { status: 'registered' }
  } catch (error) {
    dependencies.ctx.log.warn(error)
    return isRefused(error) ? { status: 'failed' } : readBack(dependencies, request)
  }
}

/** Requests one signature from the wallet and submits the registration once. Never rejects. */
export async function registerName(
  dependencies: Dependencies,
  request: RegistrationRequest,
): Promise<RegistrationOutcome> {
  const { name, active, network, signal, onSigned } = request
  const coinType = coinTypeOf(network)
  if (coinType === undefined) return { status: 'failed' }
  const message = registrationMessage(name, Date.now())
  const reply = await active.adapter.signMessage(message).then(
    (signature) => ({ signature }),
    (error: unknown) => ({ error }),
  )
  if (signal.aborted) return { status: 'canceled' }
  if ('error' in reply) {
    if (REJECTED.has(Object(reply.error).code)) return { status: 'declined' }
    dependencies.ctx.log.warn(reply.error)
    return { status: 'failed' }
  }
  onSigned()
  const { address } = active.account
  return submit(dependencies, request, { coin_type: coinType, address, message, signature: reply.signature })
}
