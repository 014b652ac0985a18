import { messageOf, type Network, WalletModalError } from '@wallet-modal/kernel'
import { formatAmount, groupDigits } from '@wallet-modal/kernel/assets'
import type { Simulation } from './node.js'

/** Formats an amount of the network's native coin. */
export const inCoins = (lamports: bigint, { nativeCurrency: { decimals, symbol } }: Network): string =>
  `${groupDigits(formatAmount(lamports, decimals))} ${symbol}`

export const notEnough = (needed: bigint, available: bigint, network: Network): WalletModalError =>
  new WalletModalError(
    'INSUFFICIENT_FUNDS',
    `With all fees this needs ${inCoins(needed, network)}, and the account has ${inCoins(available, network)}.`,
  )

export const notEnoughOf = (symbol: string): WalletModalError =>
  new WalletModalError('INSUFFICIENT_FUNDS', `The account does not have that much ${symbol}.`)

export const invalid = (sentence: string): WalletModalError => new WalletModalError('INVALID_ARGUMENT', sentence)
export const notSent = (reason: string, cause?: unknown): WalletModalError =>
  new WalletModalError('NOT_SENT', `Nothing was sent. ${reason}`, { cause })

/** Meaning of the token programs' error numbers. */
const tokenErrors: Readonly<Record<number, string>> = {
  1: 'The account does not have enough.',
  17: 'The token account is frozen by the token’s issuer.',
  36: 'The receiver accepts tokens only with a memo.',
  37: 'This token cannot be transferred.',
}
const errors: Readonly<Record<string, string>> = {
  AccountNotFound: 'The account has no coins to pay the fee.',
  InsufficientFundsForFee: 'The account does not have enough for the fee.',
  InsufficientFundsForRent: 'An account would keep less than the minimum balance of the network (rent).',
  BlockhashNotFound: 'The transaction expired before it was sent. Try again.',
  InvalidAccountForFee: 'This account cannot pay fees.',
}
const isInsufficient = (error: unknown): boolean =>
  ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent'].includes(nameOf(error)) ||
  customErrorOf(error) === 1

const nameOf = (error: unknown): string =>
  typeof error === 'string' ? error : (Object.keys(Object(error))[0] ?? 'unknown')

function customErrorOf(error: unknown): number | undefined {
  const { InstructionError }: { readonly InstructionError?: unknown } = Object(error)
  const [, inner]: readonly unknown[] = Array.isArray(InstructionError) ? InstructionError : []
  const { Custom }: { readonly Custom?: unknown } = Object(inner)
  return typeof Custom === 'number' ? Custom : undefined
}

/** Sentence for a node's `TransactionError`. */
export function reasonOf(error: unknown): string {
  const custom = customErrorOf(error)
  const text = custom === undefined ? errors[nameOf(error)] : tokenErrors[custom]
  return text ?? `The network rejected the transaction: ${typeof error === 'string' ? error : JSON.stringify(error)}.`
}

/** Throws `INSUFFICIENT_FUNDS` or `NOT_SENT` if the simulated transaction failed. */
export function assertSuccess({ error, logs }: Simulation): void {
  if (error === null) return
  const cause = new Error([JSON.stringify(error), ...logs].join('\n').slice(0, 2000))
  if (isInsufficient(error)) throw new WalletModalError('INSUFFICIENT_FUNDS', reasonOf(error), { cause })
  throw notSent(reasonOf(error), cause)
}

/** JSON-RPC errors for an invalid request: the node did not execute it. */
const refusedRequests: ReadonlySet<unknown> = new Set([-32600, -32601, -32602, -32700])
/** JSON-RPC errors that prove, for a request sent once, that the node broadcast nothing. */
const refusals: ReadonlySet<unknown> = new Set([-32002, -32003, -32005, -32006, -32010, ...refusedRequests])

/** `TransactionError` of a node's preflight, from the `data` of an error or of its `cause`. */
export function preflightErrorOf(failure: unknown): unknown {
  const { data, cause }: { readonly data?: unknown; readonly cause?: unknown } = Object(failure)
  return Object(data).err ?? Object(Object(cause).data).err
}

const hasCode = (failure: unknown, codes: ReadonlySet<unknown>): boolean => {
  const { status, code }: { readonly status?: unknown; readonly code?: unknown } = Object(failure)
  return codes.has(status) || codes.has(code)
}

/** Whether a node's error proves, for a request sent once, that nothing was broadcast. */
export const isRefusal = (failure: unknown): boolean => hasCode(failure, refusals)

/** Whether an error reports an invalid request: nothing was executed or broadcast, even if the wallet retries. */
export const isRefusedRequest = (failure: unknown): boolean => hasCode(failure, refusedRequests)

/** Error to throw after a refusal by a node or wallet. */
export function refusalOf(failure: unknown): WalletModalError {
  const error = preflightErrorOf(failure)
  if (error === undefined || error === null)
    return notSent(`The network rejected the transaction: ${messageOf(failure)}`, failure)
  return isInsufficient(error)
    ? new WalletModalError('INSUFFICIENT_FUNDS', reasonOf(error), { cause: failure })
    : notSent(reasonOf(error), failure)
}
