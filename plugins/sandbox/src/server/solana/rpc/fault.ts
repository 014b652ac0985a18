/** JSON-RPC error with the codes of Solana's nodes. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault'

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

export const invalidParams = (detail: string): RpcFault => new RpcFault(-32602, `Invalid params: ${detail}`)

/** Error for a transaction that failed preflight. `err`: a `TransactionError` in the nodes' JSON format. */
export const preflightFault = (err: unknown, logs: readonly string[]): RpcFault =>
  new RpcFault(-32002, `Transaction simulation failed: ${typeof err === 'string' ? err : JSON.stringify(err)}`, {
    err,
    logs,
    accounts: null,
    returnData: null,
  })

/**
 * `TransactionError` in the nodes' JSON format, parsed from LiteSVM's description: `err: AlreadyProcessed`, `err: InstructionError(0, Custom(1))`,
 * `err: InsufficientFundsForRent { account_index: 0 }`.
 */
export function toTransactionError(description: string): unknown {
  const [, name = 'Unknown', index, custom, inner, account] =
    /\berr: (\w+)(?:\((\d+)(?:, (?:Custom\((\d+)\)|(\w+)))?|(?: \{ account_index: (\d+)))?/.exec(description) ?? []
  if (account !== undefined) return { [name]: { account_index: Number(account) } }
  if (index === undefined) return name
  if (custom !== undefined) return { [name]: [Number(index), { Custom: Number(custom) }] }
  return { [name]: inner === undefined ? Number(index) : [Number(index), inner] }
}
