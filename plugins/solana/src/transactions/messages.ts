import { messageOf, type Network, WalletModalError } from '@wallet-modal/kernel'
import { formatAmount, groupDigits } from '@wallet-modal/kernel/assets'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'

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

/** Reason why the network rejects a transaction. */
export interface Rejection {
  /** `TransactionError` in the nodes' JSON format. */
  readonly error: unknown
  readonly logs: readonly string[]
}

const NOT_ENOUGH = 'The account does not have enough.'
/** Meaning of the token programs' error numbers. */
const tokenErrors: Readonly<Record<number, string>> = {
  1: NOT_ENOUGH,
  17: 'The token account is frozen by the token’s issuer.',
  36: 'The receiver accepts tokens only with a memo.',
  37: 'This token cannot be transferred.',
}
/** Meaning of error numbers by program. Every program numbers its errors itself. */
const programErrors: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  [SYSTEM_PROGRAM]: { 1: NOT_ENOUGH },
  [TOKEN_PROGRAM]: tokenErrors,
  [TOKEN_2022_PROGRAM]: tokenErrors,
}
const errors: Readonly<Record<string, string>> = {
  AccountNotFound: 'The account has no coins to pay the fee.',
  InsufficientFundsForFee: 'The account does not have enough for the fee.',
  InsufficientFundsForRent: 'An account would keep less than the minimum balance of the network (rent).',
  BlockhashNotFound: 'The transaction expired before it was sent. Try again.',
  InvalidAccountForFee: 'This account cannot pay fees.',
}
const isInsufficient = (rejection: Rejection): boolean =>
  ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent'].includes(nameOf(rejection.error)) ||
  programErrorOf(rejection) === NOT_ENOUGH

const nameOf = (error: unknown): string =>
  typeof error === 'string' ? error : (Object.keys(Object(error))[0] ?? 'unknown')

function customErrorOf(error: unknown): number | undefined {
  const { InstructionError }: { readonly InstructionError?: unknown } = Object(error)
  const [, inner]: readonly unknown[] = Array.isArray(InstructionError) ? InstructionError : []
  const { Custom }: { readonly Custom?: unknown } = Object(inner)
  return typeof Custom === 'number' ? Custom : undefined
}

/**
 * Meaning of a program's own error number; `undefined` if it is not known. The error names only the instruction, and its program may have called the
 * program that failed. The first failure in the logs is that of the program that failed.
 */
function programErrorOf({ error, logs }: Rejection): string | undefined {
  const [failed] = logs.flatMap((line) => /^Program (\S+) failed: /.exec(line)?.[1] ?? [])
  return programErrors[failed ?? '']?.[customErrorOf(error) ?? -1]
}

/** Sentence for the rejection of a transaction. */
export function reasonOf(rejection: Rejection): string {
  const { error } = rejection
  const text = customErrorOf(error) === undefined ? errors[nameOf(error)] : programErrorOf(rejection)
  return text ?? `The network rejected the transaction: ${typeof error === 'string' ? error : JSON.stringify(error)}.`
}

/** Throws `INSUFFICIENT_FUNDS` or `NOT_SENT` if the simulated transaction failed. */
export function assertSuccess(simulated: Rejection): void {
  const { error, logs } = simulated
  if (error === null) return
  const cause = new Error([JSON.stringify(error), ...logs].join('\n').slice(0, 2000))
  if (isInsufficient(simulated)) throw new WalletModalError('INSUFFICIENT_FUNDS', reasonOf(simulated), { cause })
  throw notSent(reasonOf(simulated), cause)
}

/** JSON-RPC errors for an invalid request: the node did not execute it. */
const refusedRequests: ReadonlySet<unknown> = new Set([-32600, -32601, -32602, -32700])
/** JSON-RPC errors that prove, for a request sent once, that the node broadcast nothing. */
const refusals: ReadonlySet<unknown> = new Set([-32002, -32003, -32005, -32006, -32010, ...refusedRequests])

/** Rejection by a node's preflight, from the `data` of an error or of its `cause`; `undefined` without a `TransactionError`. */
function preflightOf(failure: unknown): Rejection | undefined {
  const { data, cause }: { readonly data?: unknown; readonly cause?: unknown } = Object(failure)
  for (const one of [data, Object(cause).data]) {
    const { err, logs }: { readonly err?: unknown; readonly logs?: unknown } = Object(one)
    if (err !== undefined && err !== null)
      return { error: err, logs: Array.isArray(logs) ? logs.filter((line) => typeof line === 'string') : [] }
  }
  return undefined
}

/** Whether a node's preflight reports that the network already has the transaction. */
export const isAlreadyProcessed = (failure: unknown): boolean => preflightOf(failure)?.error === 'AlreadyProcessed'

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
  const rejection = preflightOf(failure)
  if (!rejection) return notSent(`The network rejected the transaction: ${messageOf(failure)}`, failure)
  return isInsufficient(rejection)
    ? new WalletModalError('INSUFFICIENT_FUNDS', reasonOf(rejection), { cause: failure })
    : notSent(reasonOf(rejection), failure)
}
