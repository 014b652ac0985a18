import { type Context, type Network, WalletModalError } from '@wallet-modal/kernel'
import { lookUpName, type NameLookup } from './names.js'

/** Maximum age of a resolved address when a transaction is prepared. Before submission, the name is always resolved again. */
export const NAME_FRESH_MS = 3_000

/** Address of a name when it was last resolved. */
export interface ResolvedName {
  readonly name: string
  /** As the source returned it. */
  readonly address: string
  readonly isProven?: true
  /** Milliseconds since 1970. */
  readonly resolvedAt: number
}

interface Resolution {
  readonly network: Network
  /** `undefined` if names are no longer supported. */
  readonly lookup: NameLookup | undefined
  readonly signal: AbortSignal
}

/**
 * Resolves a name again. Rejects with `CHANGED_MEANWHILE` if the name resolves to another address or to none, or if `isProven` has changed. Rejects
 * with the source's error if the source fails.
 */
export async function assertSameAddress(
  ctx: Pick<Context, 'api' | 'all' | 'log'>,
  { name, address, isProven }: ResolvedName,
  { network, lookup, signal }: Resolution,
): Promise<void> {
  const result = lookup && (await lookUpName(ctx, name, { network, ...lookup, signal }))
  if (result?.status === 'found' && result.address === address && result.isProven === isProven) return
  throw new WalletModalError(
    'CHANGED_MEANWHILE',
    `${name} no longer resolves to ${address}. Nothing was sent. Check the receiver again.`,
  )
}

/** Whether the address is recent enough to prepare a transaction. */
export const isFresh = ({ resolvedAt }: ResolvedName): boolean => {
  const ageMs = Date.now() - resolvedAt
  return ageMs >= 0 && ageMs < NAME_FRESH_MS
}
