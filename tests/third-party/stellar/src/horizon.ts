import { type Context, isWalletModalError, parseAmount, readWith } from '@wallet-modal/kernel'

const DECIMALS = 7
/** Reserve of an account for each of its ledger entries, in stroops. */
export const BASE_RESERVE = 5_000_000n

type Fields = Readonly<Record<string, unknown>>

export interface HorizonAccount {
  readonly sequence: string
  /** Reserve of the account in stroops, which cannot be spent. */
  readonly reserve: bigint
  /** Balances minus selling liabilities, by `native` or `CODE-ISSUER`. Includes the reserve; without frozen assets. */
  readonly spendable: ReadonlyMap<string, bigint>
}

/** Horizon's reply to a submitted transaction: its hash, or the reason of a rejection. */
export type Submitted = { readonly hash: string } | { readonly reason: string }

const isAmount = (value: unknown): value is string => typeof value === 'string' && /^\d+\.\d{7}$/.test(value)

/** Amount in stroops; 0 if it is absent. */
const stroopsOf = (value: unknown): bigint => (isAmount(value) ? parseAmount(value, DECIMALS) : 0n)

const countOf = (value: unknown): bigint => (Number.isSafeInteger(value) ? BigInt(Number(value)) : 0n)

const account = readWith((answer): HorizonAccount => {
  const { sequence, balances, subentry_count, num_sponsoring, num_sponsored }: Fields = Object(answer)
  if (typeof sequence !== 'string' || !/^\d{1,19}$/.test(sequence)) throw new Error('has no sequence number')
  if (!Array.isArray(balances)) throw new Error('has no list of balances')
  const spendable = new Map<string, bigint>()
  for (const one of balances) {
    const { asset_type, asset_code, asset_issuer, balance, selling_liabilities, is_authorized }: Fields = Object(one)
    if (!isAmount(balance) || is_authorized === false) continue
    const key = asset_type === 'native' ? 'native' : `${asset_code}-${asset_issuer}`
    spendable.set(key, stroopsOf(balance) - stroopsOf(selling_liabilities))
  }
  const entries = 2n + countOf(subentry_count) + countOf(num_sponsoring) - countOf(num_sponsored)
  return { sequence, reserve: entries * BASE_RESERVE, spendable }
})

/** Close time of the latest ledger, in seconds. */
const latestClose = readWith((answer): number => {
  const { records }: Fields = Object(Object(Object(answer)._embedded))
  const [latest]: readonly unknown[] = Array.isArray(records) ? records : []
  const at = Date.parse(String(Object(latest).closed_at))
  if (Number.isNaN(at)) throw new Error('has no ledger')
  return Math.floor(at / 1000)
})

const isSuccessful = readWith((answer): boolean => {
  const { successful } = Object(answer)
  if (typeof successful === 'boolean') return successful
  throw new Error('does not say whether it was successful')
})

const submitted = readWith((answer): Submitted => {
  const { hash, title, extras }: Fields = Object(answer)
  if (typeof hash === 'string') return { hash }
  const { transaction }: Fields = Object(Object(extras).result_codes)
  const reason = transaction ?? title
  if (typeof reason === 'string') return { reason: reason.slice(0, 100) }
  throw new Error('is neither a transaction nor a reason')
})

/** Resolves with `undefined` for 404. */
async function orAbsent<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (isWalletModalError(error) && error.code === 'HTTP_STATUS' && error.status === 404) return undefined
    throw error
  }
}

/** Client for the Horizon server of a network. */
export function createHorizon({ api }: Context, caipNetworkId: string, signal: AbortSignal) {
  const service = api.service(`horizon-${caipNetworkId.slice('stellar:'.length)}`)
  return {
    /** `undefined` for an unfunded account. */
    account: (address: string) => orAbsent(service.get(`/accounts/${address}`, { schema: account, signal })),
    latestClose: () => service.get('/ledgers', { query: { order: 'desc', limit: 1 }, schema: latestClose, signal }),
    /** Whether a transaction was successful; `undefined` while it is not in a ledger. */
    isSuccessful: (hash: string) => orAbsent(service.get(`/transactions/${hash}`, { schema: isSuccessful, signal })),
    /** Throws if it is unknown whether the network has the transaction. */
    submit: (tx: string) =>
      service.post('/transactions', new URLSearchParams({ tx }), { schema: submitted, signal, okStatuses: [400] }),
  }
}
