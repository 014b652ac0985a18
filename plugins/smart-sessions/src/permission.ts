import { type Fields, fieldsOf } from '@wallet-modal/kernel/assets'
import { isAddress } from './fields.js'

/** Permission of a session key. */
export type SessionPermission =
  /** Transfers of at most `amount` base units: in total, or in each period of `periodSeconds`. */
  | {
      readonly type: 'transfer'
      /** Contract of an ERC-20 token; absent for the native coin. */
      readonly token?: string
      readonly amount: bigint
      readonly periodSeconds?: number
    }
  /** Calls to the contract at `address`. */
  | { readonly type: 'call'; readonly address: string }
  /** Permission of an unknown type, or with invalid data. */
  | { readonly type: 'other' }

const OTHER: SessionPermission = Object.freeze({ type: 'other' })

const toAmount = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? BigInt(value) : undefined

/** Asset of a transfer permission: `{}` for the native coin, `{ token }` for an ERC-20 token. `undefined` for other types and invalid addresses. */
function readAsset(
  type: unknown,
  { address, tokenAddress = address }: Fields,
): { readonly token?: string } | undefined {
  if (type === 'native-token-transfer' || type === 'native-token-periodic') return {}
  const isToken = type === 'erc20-token-transfer' || type === 'erc20-token-periodic'
  return isToken && isAddress(tokenAddress) ? { token: tokenAddress } : undefined
}

/**
 * Parses a permission (ERC-7715). Supports contract calls, and transfers of the native coin or a token with a limit in total or per period. Returns
 * the type `other` for any other permission.
 */
export function toPermission(value: unknown): SessionPermission {
  const { type, data } = fieldsOf(value)
  const fields = fieldsOf(data)
  const { address, allowance, periodAmount, periodDuration } = fields
  if (type === 'contract-call' && isAddress(address)) return { type: 'call', address }
  const asset = readAsset(type, fields)
  const isPeriodic = typeof type === 'string' && type.endsWith('-periodic')
  const amount = toAmount(isPeriodic ? periodAmount : allowance)
  if (!asset || amount === undefined) return OTHER
  if (!isPeriodic) return { type: 'transfer', ...asset, amount }
  const isDuration = typeof periodDuration === 'number' && Number.isSafeInteger(periodDuration) && periodDuration > 0
  return isDuration ? { type: 'transfer', ...asset, amount, periodSeconds: periodDuration } : OTHER
}
