import {
  type Account,
  type AccountName,
  type Context,
  isWalletModalError,
  type NameSource,
  type Network,
} from '@wallet-modal/kernel'
import { coinTypeOf } from './coin-type.js'
import { createNamesService, isRefusal, NAMES_FRESH_MS, type NameRecord, type Refusal } from './service.js'

const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

/**
 * Whether the name resolves to the account on this network. For an EOA, also with a delegation (EIP-7702), a record for any network is sufficient.
 */
export function resolvesTo(
  { addresses }: NameRecord,
  { address, type, isDelegated }: Account,
  network: Network,
): boolean {
  if (type === 'eoa' || isDelegated) return Object.values(addresses).some((one) => isSame(one, address))
  const coinType = coinTypeOf(network)
  return coinType !== undefined && isSame(addresses[String(coinType)], address)
}

/** Whether the service responded with 404, because it does not know the name or address. */
export const isNotFound = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'HTTP_STATUS' && error.status === 404

interface OwnNameRequest {
  readonly account: Account
  readonly network: Network
  readonly signal: AbortSignal
  /** 0 bypasses the cache. Default: {@link NAMES_FRESH_MS}. */
  readonly staleMs?: number
}

export interface Names extends Pick<NameSource, 'nameOf' | 'resolve'> {
  nameOf(request: OwnNameRequest): Promise<AccountName | null>
}

const toError = ({ reason }: Refusal): Error => new Error(reason || 'The service refused the request.')

/** Reads names from the service. The methods reject if the service refuses the request. */
export function createNames(ctx: Pick<Context, 'api'>, zone: string): Names {
  const service = createNamesService(ctx.api.service('blockchain'), zone)
  return {
    async nameOf({ account, network, signal, staleMs = NAMES_FRESH_MS }) {
      if (coinTypeOf(network) === undefined) return null
      const records = await service.reverse(account.address, staleMs, signal).catch((error: unknown) => {
        if (isNotFound(error)) return []
        throw error
      })
      if (isRefusal(records)) throw toError(records)
      const record = records.find((one) => resolvesTo(one, account, network))
      if (!record) return null
      return { name: record.name, ...(record.avatarUrl !== undefined && { avatarUrl: record.avatarUrl }) }
    },
    async resolve({ name, coinType, signal }) {
      const record = await service.account(name, signal).catch((error: unknown) => {
        if (isNotFound(error)) return undefined
        throw error
      })
      if (!record) return 'unknown'
      if (isRefusal(record)) throw toError(record)
      if (record.name !== name) return 'unknown'
      const address = Object.hasOwn(record.addresses, coinType) ? record.addresses[coinType] : undefined
      return address === undefined ? 'elsewhere' : { address }
    },
  }
}
