import { readWith } from '@wallet-modal/kernel'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => Object(value)
const expectList = (value: unknown, what: string): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new Error(`${what} is not a list`)
}
const expectText = (value: unknown, what: string): string => {
  if (typeof value === 'string') return value
  throw new Error(`${what} is not a text`)
}
/** `undefined` if JSON has rounded the number. */
const exact = (value: unknown): bigint | undefined =>
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

/** Reply of `getSignaturesForAddress`. */
export const listed = readWith((answer): readonly ListedTransaction[] =>
  expectList(answer, 'the answer').map((one) => {
    const { signature, slot, err, blockTime } = fieldsOf(one)
    if (!isSignature(signature)) throw new Error('"signature" is not a signature')
    if (typeof slot !== 'number' || !Number.isSafeInteger(slot)) throw new Error('"slot" is not a number')
    const at = exact(blockTime)
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
  /** `undefined` if it could not be read exactly. */
  readonly amount: bigint | undefined
}

export interface TransactionChanges {
  readonly payer: string
  /** In lamports; not included in the payer's change. */
  readonly fee: bigint | undefined
  readonly changes: readonly Change[]
}

const SOL_DECIMALS = 9

function coinChanges(keys: readonly string[], meta: Fields, fee: bigint | undefined): readonly Change[] {
  const before = expectList(meta.preBalances, '"preBalances"')
  const after = expectList(meta.postBalances, '"postBalances"')
  return keys.map((holder, at) => {
    const [had, has, paid] = [exact(before[at]), exact(after[at]), at === 0 ? fee : 0n]
    const isExact = had !== undefined && has !== undefined && paid !== undefined
    return { holder, decimals: SOL_DECIMALS, amount: isExact ? has - had + paid : undefined }
  })
}

function tokenChanges(meta: Fields): readonly Change[] {
  const changes = new Map<string, Change & { readonly amount: bigint }>()
  const add = (list: unknown, sign: bigint): void => {
    for (const one of Array.isArray(list) ? list.map(fieldsOf) : []) {
      if (one.owner === undefined) continue // nodes did not record owners before 2021
      const { amount, decimals } = fieldsOf(one.uiTokenAmount)
      const [holder, mint] = [expectText(one.owner, '"owner"'), expectText(one.mint, '"mint"')]
      const count = expectText(amount, '"amount"')
      if (!/^\d{1,20}$/.test(count) || typeof decimals !== 'number') throw new Error('"uiTokenAmount" is not an amount')
      const key = `${mint} ${holder}`
      const sum = (changes.get(key)?.amount ?? 0n) + sign * BigInt(count)
      changes.set(key, { holder, mint, decimals, amount: sum })
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  return [...changes.values()]
}

/** Reply of `getTransaction`; `undefined` if the node no longer has it. */
export const transactionChanges = readWith((answer): TransactionChanges | undefined => {
  const { meta: rawMeta, transaction } = fieldsOf(answer)
  if (answer === null || (rawMeta ?? null) === null) return undefined
  const meta = fieldsOf(rawMeta)
  const { writable = [], readonly = [] } = fieldsOf(meta.loadedAddresses)
  const named = expectList(fieldsOf(fieldsOf(transaction).message).accountKeys, '"accountKeys"')
  const looked = [...expectList(writable, '"writable"'), ...expectList(readonly, '"readonly"')]
  const keys = [...named, ...looked].map((key) => expectText(key, '"accountKeys"'))
  const [payer] = keys
  if (payer === undefined) throw new Error('"accountKeys" is empty')
  const fee = exact(meta.fee)
  return { payer, fee, changes: [...tokenChanges(meta), ...coinChanges(keys, meta, fee)] }
})
