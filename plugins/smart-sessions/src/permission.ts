import { type Fields, fieldsOf } from '@wallet-modal/kernel/assets'
import { isAddress } from './fields.js'

/** Permission of a session's key. */
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

/** Part of a transfer that its type determines: the coin or a token. `undefined` for other types and without a valid token address. */
function readToken(
  type: unknown,
  { address, tokenAddress = address }: Fields,
): { readonly token?: string } | undefined {
  if (type === 'native-token-transfer' || type === 'native-token-periodic') return {}
  const isToken = type === 'erc20-token-transfer' || type === 'erc20-token-periodic'
  return isToken && isAddress(tokenAddress) ? { token: tokenAddress } : undefined
}

/** Parses a permission (ERC-7715): contract calls, and transfers of the coin or a token with one limit or a limit for each period. */
export function toPermission(value: unknown): SessionPermission {
  const { type, data } = fieldsOf(value)
  const fields = fieldsOf(data)
  const { address, allowance, periodAmount, periodDuration } = fields
  if (type === 'contract-call' && isAddress(address)) return { type: 'call', address }
  const token = readToken(type, fields)
  const isPeriodic = typeof type === 'string' && type.endsWith('-periodic')
  const amount = toAmount(isPeriodic ? periodAmount : allowance)
  if (!token || amount === undefined) return OTHER
  if (!isPeriodic) return { type: 'transfer', ...token, amount }
  const isDuration = typeof periodDuration === 'number' && Number.isSafeInteger(periodDuration) && periodDuration > 0
  return isDuration ? { type: 'transfer', ...token, amount, periodSeconds: periodDuration } : OTHER
}
