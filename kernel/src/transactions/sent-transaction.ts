import type { AssetToken } from '../domain/assets/assets.js'
import { isCaipNetworkId } from '../domain/caip.js'

/** Amount of a token, with the token's name, symbol and decimals. */
export interface TokenAmount {
  readonly token: AssetToken
  /** In base units. */
  readonly amount: bigint
}

/** Summary of a submitted transaction, for the Activity view and messages. Plugins use `custom` for actions that have no type here. */
export type TransactionSummary =
  | ({ readonly type: 'transfer'; readonly receiver: string } & TokenAmount)
  | ({ readonly type: 'approval'; readonly spender: string } & TokenAmount)
  /** `receive`: estimated output. Its token may be on another network. */
  | { readonly type: 'swap'; readonly pay: TokenAmount; readonly receive: TokenAmount }
  | { readonly type: 'contractCall'; readonly target: string; readonly title: string }
  | {
      readonly type: 'custom'
      /** Globally unique: `@scope/package#register`. */
      readonly kind: string
      readonly title: string
      readonly target?: string
    }

/** Maximum length of a `trace`: the length of the longest batch id (EIP-5792), 4096 bytes in hex. */
export const MAX_TRACE = 8194

/** Chain data of a submitted transaction. */
export interface Submission {
  /** CAIP-2. */
  readonly caipNetworkId: string
  /** The sender. */
  readonly address: string
  /** Absent if the wallet's reply was lost before the hash was known, or if the wallet reports the hash later. */
  readonly hash?: string
  /**
   * The sender's nonce, if the chain has nonces and has returned it. Without it, a replaced transaction cannot be distinguished from an unknown one.
   */
  readonly nonce?: bigint
  /**
   * Hash of the transaction that was included instead, with the same nonce and contents, usually because the visitor sped up the transaction in the
   * wallet. The status of this transaction is then the status of the included transaction.
   */
  readonly replacementHash?: string
  /** Data with which the chain family finds the transaction's status after a reload: up to {@link MAX_TRACE} characters. */
  readonly trace?: string
  /** Set if the site's own code sent the transaction, so that there is no review. */
  readonly isSentBySite?: true
  /** Milliseconds since 1970. */
  readonly sentAt: number
}

/** Transaction that a wallet was requested to send. */
export type SentTransaction = TransactionSummary & Submission
/** {@link SentTransaction} that transfers one token to one receiver. */
export type SentTransfer = Extract<SentTransaction, { readonly type: 'transfer' }>

export const isTransfer = (sent: SentTransaction): sent is SentTransfer => sent.type === 'transfer'

/** Id of a submission, also before its hash is known. Stable across page loads. */
export function submissionId(sent: SentTransaction): string {
  const target = sent.type === 'transfer' ? sent.receiver : sent.type
  return `sent:${sent.hash ?? `${sent.sentAt}:${target}`}`
}

type Fields = Readonly<Record<string, unknown>>
const MAX_TEXT = 300
/** Maximum length of a stored image URL. A `data:` URL can be long, and each stored transaction would contain it. */
const MAX_ICON = 4096
const isText = (value: unknown, maxLength = MAX_TEXT): value is string =>
  typeof value === 'string' && value.length <= maxLength
const isTime = (value: unknown): value is number => Number.isSafeInteger(value)

function invalid(field: string): never {
  throw new TypeError(`not a stored transaction: ${field}`)
}

const readText = (value: unknown, field: string): string => (isText(value) ? value : invalid(field))

function readBigint(value: unknown, field: string): bigint {
  return typeof value === 'string' && /^\d{1,80}$/.test(value) ? BigInt(value) : invalid(field)
}

function readToken(value: unknown): AssetToken {
  const { assetId, caipNetworkId, address, name, symbol, decimals, iconUrl }: Fields = Object(value)
  if (!isText(assetId) || !isText(caipNetworkId) || !isText(name) || !isText(symbol)) return invalid('token')
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 36)
    return invalid('decimals')
  return {
    ...{ assetId, caipNetworkId, name, symbol, decimals },
    ...(isText(address) && { address }),
    ...(typeof iconUrl === 'string' && { iconUrl }),
  }
}

const readTokenAmount = ({ token, amount }: Fields): TokenAmount => ({
  token: readToken(token),
  amount: readBigint(amount, 'amount'),
})

function readSummary(fields: Fields): TransactionSummary {
  const { type, receiver, spender, pay, receive, target, title, kind } = fields
  // earlier versions stored only transfers, without a type
  if (type === 'transfer' || type === undefined)
    return { type: 'transfer', receiver: readText(receiver, 'receiver'), ...readTokenAmount(fields) }
  if (type === 'approval') return { type, spender: readText(spender, 'spender'), ...readTokenAmount(fields) }
  if (type === 'swap') return { type, pay: readTokenAmount(Object(pay)), receive: readTokenAmount(Object(receive)) }
  const titled = { title: readText(title, 'title'), ...(isText(target) && { target }) }
  if (type === 'contractCall') return { type, title: titled.title, target: readText(target, 'target') }
  if (type === 'custom') return { type, kind: readText(kind, 'kind'), ...titled }
  return invalid('type')
}

/** Parses the result of {@link toStoredTransaction}. Throws for anything else. */
export function readStoredTransaction(value: unknown): SentTransaction {
  const fields: Fields = Object(value)
  const { caipNetworkId, address, hash, nonce, replacementHash, trace, isSentBySite, sentAt } = fields
  if (!isCaipNetworkId(caipNetworkId)) return invalid('network')
  if (!isTime(sentAt)) return invalid('time')
  return {
    ...readSummary(fields),
    ...{ caipNetworkId, address: readText(address, 'address'), sentAt },
    ...(isText(hash) && { hash }),
    ...(nonce !== undefined && { nonce: readBigint(nonce, 'nonce') }),
    ...(isText(replacementHash) && { replacementHash }),
    ...(isText(trace, MAX_TRACE) && { trace }),
    ...(isSentBySite === true && { isSentBySite }),
  }
}

const shorten = (text: string): string => text.slice(0, MAX_TEXT)

/** Token for storage: without balances and prices, and with shortened texts. */
const storedToken = ({ assetId, caipNetworkId, address, name, symbol, decimals, iconUrl }: AssetToken): AssetToken => ({
  ...{ assetId, caipNetworkId, name: shorten(name), symbol: shorten(symbol), decimals },
  ...(address !== undefined && { address }),
  ...(iconUrl !== undefined && iconUrl.length <= MAX_ICON && { iconUrl }),
})

const storedAmount = ({ token, amount }: TokenAmount) => ({ token: storedToken(token), amount: String(amount) })

/** Transaction as a JSON object, with amounts as decimal digits. Cuts names, symbols and titles to 300 characters, and omits long image URLs. */
export function toStoredTransaction(sent: SentTransaction): object {
  const { nonce, ...transaction } = sent
  const nonceField = nonce === undefined ? {} : { nonce: String(nonce) }
  if (transaction.type === 'transfer' || transaction.type === 'approval')
    return { ...transaction, ...nonceField, ...storedAmount(transaction) }
  if (transaction.type === 'swap')
    return {
      ...transaction,
      ...nonceField,
      pay: storedAmount(transaction.pay),
      receive: storedAmount(transaction.receive),
    }
  return { ...transaction, ...nonceField, title: shorten(transaction.title) }
}
