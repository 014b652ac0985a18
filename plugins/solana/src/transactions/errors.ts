import { messageOf, type Network, WalletModalError } from '@wallet-modal/kernel'
import { amountWithSymbol } from '@wallet-modal/kernel/assets'
import { notSent } from '@wallet-modal/kernel/transactions'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'

export const notEnough = (needed: bigint, available: bigint, network: Network): WalletModalError =>
  new WalletModalError(
    'INSUFFICIENT_FUNDS',
    `With all fees, this transaction needs ${amountWithSymbol(needed, network.nativeCurrency)}, but the account has ${amountWithSymbol(available, network.nativeCurrency)}.`,
  )

export const notEnoughOf = (symbol: string): WalletModalError =>
  new WalletModalError('INSUFFICIENT_FUNDS', `The account does not have that much ${symbol}.`)

/** Result of a transaction that a node simulated or executed. */
export interface ExecutionResult {
  /** `TransactionError` in the nodes' JSON format; `null` on success. */
  readonly error: unknown
  readonly logs: readonly string[]
}

const NOT_ENOUGH = 'The account does not have enough funds.'
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
/** Texts for errors of the network, by their name in `TransactionError`. */
const transactionErrors: Readonly<Record<string, string>> = {
  AccountNotFound: 'The account has no coins to pay the fee.',
  InsufficientFundsForFee: 'The account does not have enough for the fee.',
  InsufficientFundsForRent: 'An account would keep less than the minimum balance of the network (rent).',
  BlockhashNotFound: 'The transaction expired before it was sent. Try again.',
  InvalidAccountForFee: 'This account cannot pay fees.',
}
const isInsufficient = (result: ExecutionResult): boolean =>
  ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent'].includes(nameOf(result.error)) ||
  programErrorOf(result) === NOT_ENOUGH

const nameOf = (error: unknown): string =>
  typeof error === 'string' ? error : (Object.keys(Object(error))[0] ?? 'unknown')

function customErrorOf(error: unknown): number | undefined {
  const { InstructionError }: { readonly InstructionError?: unknown } = Object(error)
  const [, inner]: readonly unknown[] = Array.isArray(InstructionError) ? InstructionError : []
  const { Custom }: { readonly Custom?: unknown } = Object(inner)
  return typeof Custom === 'number' ? Custom : undefined
}

/**
 * Meaning of a program's own error number; `undefined` for an unknown number. `InstructionError` contains only the index of the top-level
 * instruction, but the failed program can be one that this instruction called (CPI). The failed program is the first one whose failure is in the
 * logs.
 */
function programErrorOf({ error, logs }: ExecutionResult): string | undefined {
  const [failed] = logs.flatMap((line) => /^Program (\S+) failed: /.exec(line)?.[1] ?? [])
  return programErrors[failed ?? '']?.[customErrorOf(error) ?? -1]
}

/** Reason of a failure, as a sentence. */
export function reasonOf(result: ExecutionResult): string {
  const { error } = result
  const text = customErrorOf(error) === undefined ? transactionErrors[nameOf(error)] : programErrorOf(result)
  return text ?? `The network rejected the transaction: ${typeof error === 'string' ? error : JSON.stringify(error)}.`
}

/** Throws `INSUFFICIENT_FUNDS` or `NOT_SENT` if the simulated transaction failed. */
export function assertSuccess(simulated: ExecutionResult): void {
  const { error, logs } = simulated
  if (error === null) return
  const cause = new Error([JSON.stringify(error), ...logs].join('\n').slice(0, 2000))
  if (isInsufficient(simulated)) throw new WalletModalError('INSUFFICIENT_FUNDS', reasonOf(simulated), { cause })
  throw notSent(reasonOf(simulated), cause)
}

/** JSON-RPC errors for an invalid request: the node did not execute it. */
const invalidRequestCodes: ReadonlySet<unknown> = new Set([
  -32600, // invalid request
  -32601, // method not found
  -32602, // invalid params
  -32700, // parse error
])
/** JSON-RPC errors that prove that the node broadcast nothing, if the request was sent only once. Solana’s codes: `custom_error.rs` of Agave. */
const notBroadcastCodes: ReadonlySet<unknown> = new Set([
  -32002, // SEND_TRANSACTION_PREFLIGHT_FAILURE
  -32003, // TRANSACTION_SIGNATURE_VERIFICATION_FAILURE
  -32005, // NODE_UNHEALTHY
  -32006, // TRANSACTION_PRECOMPILE_VERIFICATION_FAILURE
  -32010, // KEY_EXCLUDED_FROM_SECONDARY_INDEX
  ...invalidRequestCodes,
])

/** Failure in a node's preflight, from the `data` of an error or of its `cause`; `undefined` without a `TransactionError`. */
function preflightOf(failure: unknown): ExecutionResult | undefined {
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

/** Whether a node's error proves that nothing was broadcast, if the request was sent only once. */
export const provesNotBroadcast = (failure: unknown): boolean => hasCode(failure, notBroadcastCodes)

/** Whether an error reports an invalid request: nothing was executed or broadcast, even if the wallet retries. */
export const isInvalidRequest = (failure: unknown): boolean => hasCode(failure, invalidRequestCodes)

/**
 * Converts the error of a node or wallet that broadcast nothing to `NOT_SENT` or `INSUFFICIENT_FUNDS`. `summary` precedes the error's message if the
 * error contains no `TransactionError`.
 */
export function toNotSentError(
  failure: unknown,
  summary:
    | 'The network rejected the transaction'
    | 'The wallet could not sign the transaction'
    | 'The wallet or its node refused the request',
): WalletModalError {
  const preflight = preflightOf(failure)
  if (!preflight) return notSent(`${summary}: ${messageOf(failure)}`, failure)
  return isInsufficient(preflight)
    ? new WalletModalError('INSUFFICIENT_FUNDS', reasonOf(preflight), { cause: failure })
    : notSent(reasonOf(preflight), failure)
}
