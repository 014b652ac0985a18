import { readWith } from '@wallet-modal/kernel'
import { type Fields, fieldsOf } from '@wallet-modal/kernel/assets'

const expectList = (value: unknown, field: string): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new Error(`${field} is not a list`)
}
const expectText = (value: unknown, field: string): string => {
  if (typeof value === 'string') return value
  throw new Error(`${field} is not a text`)
}
/** `undefined` for a number that JSON may have rounded. */
const toExactBigint = (value: unknown): bigint | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined

/** Entry of `getSignaturesForAddress`. */
export interface ListedTransaction {
  readonly signature: string
  readonly slot: number
  readonly hasFailed: boolean
  /** Milliseconds since 1970. */
  readonly at?: number
}

export const isSignature = (text: unknown): text is string =>
  typeof text === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)

/** Parses the reply of `getSignaturesForAddress`. */
export const listedTransactions = readWith((answer): readonly ListedTransaction[] =>
  expectList(answer, 'the answer').map((one) => {
    const { signature, slot, err, blockTime } = fieldsOf(one)
    if (!isSignature(signature)) throw new Error('"signature" is not a signature')
    if (typeof slot !== 'number' || !Number.isSafeInteger(slot)) throw new Error('"slot" is not a number')
    const at = toExactBigint(blockTime)
    return { signature, slot, hasFailed: (err ?? null) !== null, ...(at !== undefined && { at: Number(at) * 1000 }) }
  }),
)

/** Balance change of one account, or of one holder of a token, in a transaction. */
export interface Change {
  /** For tokens, the owner of the token account. */
  readonly holder: string
  /** Absent for SOL. */
  readonly mint?: string
  readonly decimals: number
  /** In base units; `undefined` if JSON may have rounded the balances: then only `isLoss` is known. */
  readonly amount: bigint | undefined
  /** Whether the balance decreased. Set if `amount` is `undefined`. */
  readonly isLoss?: boolean
}

export interface TransactionChanges {
  readonly payer: string
  /** Accounts that signed, including the payer. */
  readonly signers: readonly string[]
  /** In lamports; not included in the payer's change. */
  readonly fee: bigint | undefined
  readonly changes: readonly Change[]
}

const SOL_DECIMALS = 9

function coinChanges(keys: readonly string[], meta: Fields, fee: bigint | undefined): readonly Change[] {
  const before = expectList(meta.preBalances, '"preBalances"')
  const after = expectList(meta.postBalances, '"postBalances"')
  return keys.flatMap((holder, at): readonly Change[] => {
    const [balanceBefore, balanceAfter, paidFee] = [
      toExactBigint(before[at]),
      toExactBigint(after[at]),
      at === 0 ? fee : 0n,
    ]
    const coin = { holder, decimals: SOL_DECIMALS }
    if (balanceBefore !== undefined && balanceAfter !== undefined && paidFee !== undefined)
      return [{ ...coin, amount: balanceAfter - balanceBefore + paidFee }]
    const difference = roundedDifference(Number(before[at]), Number(after[at]), Number(paidFee ?? 0n))
    return difference === undefined ? [] : [{ ...coin, amount: undefined, isLoss: difference < 0 }]
  })
}

/** Difference of balances that JSON may have rounded; `undefined` if it is within the rounding error, so that the balance may be unchanged. */
function roundedDifference(before: number, after: number, paidFee: number): number | undefined {
  const difference = after - before + paidFee
  return Math.abs(difference) > 2 * Number.EPSILON * Math.max(before, after) ? difference : undefined
}

function tokenChanges(meta: Fields): readonly Change[] {
  const changes = new Map<string, Change & { readonly amount: bigint }>()
  const add = (list: unknown, sign: bigint): void => {
    for (const one of Array.isArray(list) ? list.map(fieldsOf) : []) {
      if (one.owner === undefined) continue // nodes did not record owners before 2021
      const { amount, decimals } = fieldsOf(one.uiTokenAmount)
      const [holder, mint] = [expectText(one.owner, '"owner"'), expectText(one.mint, '"mint"')]
      const amountText = expectText(amount, '"amount"')
      if (!/^\d{1,20}$/.test(amountText) || typeof decimals !== 'number')
        throw new Error('"uiTokenAmount" is not an amount')
      const key = `${mint} ${holder}`
      const sum = (changes.get(key)?.amount ?? 0n) + sign * BigInt(amountText)
      changes.set(key, { holder, mint, decimals, amount: sum })
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  return [...changes.values()]
}

/** Parses the reply of `getTransaction`; `undefined` if the node no longer has the transaction. */
export const transactionChanges = readWith((answer): TransactionChanges | undefined => {
  const { meta: rawMeta, transaction } = fieldsOf(answer)
  if (answer === null || (rawMeta ?? null) === null) return undefined
  const meta = fieldsOf(rawMeta)
  const { writable = [], readonly = [] } = fieldsOf(meta.loadedAddresses)
  const { accountKeys, header } = fieldsOf(fieldsOf(transaction).message)
  const { numRequiredSignatures: signerCount } = fieldsOf(header)
  const staticKeys = expectList(accountKeys, '"accountKeys"')
  const loadedKeys = [...expectList(writable, '"writable"'), ...expectList(readonly, '"readonly"')]
  const keys = [...staticKeys, ...loadedKeys].map((key) => expectText(key, '"accountKeys"'))
  const [payer] = keys
  if (payer === undefined) throw new Error('"accountKeys" is empty')
  const fee = toExactBigint(meta.fee)
  const signers = keys.slice(0, typeof signerCount === 'number' ? signerCount : 1)
  return { payer, signers, fee, changes: [...tokenChanges(meta), ...coinChanges(keys, meta, fee)] }
})
