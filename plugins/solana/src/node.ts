import { type Context, readWith, type StandardSchema, WalletModalError } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { fromBase64, toBase64 } from './sdk.js'

/** Commitment level of all reads, and of transaction statuses. */
const commitment = 'confirmed'

/** Throws for numbers that JSON may have rounded. */
export function toBigint(value: unknown, field: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new Error(`${field} is not an exact number`)
}
const expectText = (value: unknown, field: string): string => {
  if (typeof value === 'string') return value
  throw new Error(`${field} is not a text`)
}
const expectList = (value: unknown, field: string): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new Error(`${field} is not a list`)
}

/** Above 2^53, JSON rounds lamports: returns a lower bound. */
const toLowerBound = (value: unknown): unknown =>
  typeof value === 'number' && value > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : value

export interface ChainAccount {
  /** Balance in lamports; above 2^53 a lower bound. */
  readonly lamports: bigint
  /** Owning program. */
  readonly owner: string
  readonly isProgram: boolean
  readonly data: Uint8Array
}

function readAccount(value: unknown): ChainAccount {
  const { lamports, owner, executable, data } = fieldsOf(value)
  const [text, encoding] = expectList(data, '"data"')
  if (encoding !== 'base64') throw new Error('is not in base64')
  return {
    lamports: toBigint(toLowerBound(lamports), '"lamports"'),
    owner: expectText(owner, '"owner"'),
    isProgram: executable === true,
    data: fromBase64(expectText(text, '"data"')),
  }
}

const readAccountOrNone = (value: unknown): ChainAccount | undefined =>
  value === null ? undefined : readAccount(value)
const accounts = readWith((answer): readonly (ChainAccount | undefined)[] =>
  expectList(fieldsOf(answer).value, '"value"').map(readAccountOrNone),
)

export interface OwnedAccount extends ChainAccount {
  readonly address: string
}
const ownedAccounts = readWith((answer): readonly OwnedAccount[] =>
  expectList(fieldsOf(answer).value, '"value"').map((one) => {
    const { pubkey, account } = fieldsOf(one)
    return { ...readAccount(account), address: expectText(pubkey, '"pubkey"') }
  }),
)

export interface LatestBlock {
  readonly blockhash: string
  readonly lastValidBlockHeight: bigint
}
const latestBlockhash = readWith((answer): LatestBlock => {
  const { blockhash, lastValidBlockHeight } = fieldsOf(fieldsOf(answer).value)
  return {
    blockhash: expectText(blockhash, '"blockhash"'),
    lastValidBlockHeight: toBigint(lastValidBlockHeight, '"lastValidBlockHeight"'),
  }
})

/** Position of the node's latest block. The height is lower than the slot, because slots may be skipped. */
export interface Head {
  readonly slot: bigint
  readonly height: bigint
}

export interface Simulation {
  /** `TransactionError` in the nodes' JSON format, or `null`. */
  readonly error: unknown
  readonly logs: readonly string[]
  readonly units: number
  /** Account states after the simulation, in the order of `addresses`; `undefined` if the node does not return them. */
  readonly accounts: readonly (ChainAccount | undefined)[] | undefined
}
const simulation = readWith((answer): Simulation => {
  const { err, logs, unitsConsumed, accounts: after } = fieldsOf(fieldsOf(answer).value)
  return {
    accounts: Array.isArray(after) ? after.map(readAccountOrNone) : undefined,
    error: err ?? null,
    logs: Array.isArray(logs) ? logs.filter((one): one is string => typeof one === 'string') : [],
    units: Number.isSafeInteger(unitsConsumed) ? (unitsConsumed as number) : 0,
  }
})

const fee = readWith((answer): bigint | null => {
  const { value } = fieldsOf(answer)
  return value === null ? null : toBigint(value, '"value"')
})
const count = readWith((answer): bigint => toBigint(answer, 'the answer'))
const prices = readWith((answer): readonly bigint[] =>
  expectList(answer, 'the answer').map((one) => toBigint(fieldsOf(one).prioritizationFee, '"prioritizationFee"')),
)
const epoch = readWith((answer): bigint => toBigint(fieldsOf(answer).epoch, '"epoch"'))
const head = readWith((answer): Head => {
  const { absoluteSlot, blockHeight } = fieldsOf(answer)
  return { slot: toBigint(absoluteSlot, '"absoluteSlot"'), height: toBigint(blockHeight, '"blockHeight"') }
})
const text = readWith((answer): string => expectText(answer, 'the answer'))

export interface SignatureStatus {
  readonly error: unknown
  readonly level: unknown
}
const transaction = readWith((answer): Uint8Array | undefined => {
  if (answer === null) return undefined
  const [base64] = expectList(fieldsOf(answer).transaction, '"transaction"')
  return fromBase64(expectText(base64, '"transaction"'))
})
/** Status of a transaction at a node. */
export interface StatusReply {
  /** `undefined` if unknown to the node. */
  readonly status: SignatureStatus | undefined
  /** Slot of the node when it replied. */
  readonly slot: bigint
}
const statuses = readWith((answer): StatusReply => {
  const { value, context } = fieldsOf(answer)
  const [first] = expectList(value, '"value"')
  if (first === undefined) throw new Error('there is no status')
  const slot = toBigint(fieldsOf(context).slot, '"slot"')
  if (first === null) return { status: undefined, slot }
  const { err, confirmationStatus } = fieldsOf(first)
  return { status: { error: err ?? null, level: confirmationStatus }, slot }
})

/** Requests to the nodes of one network. */
export interface SolanaNode {
  /** In the order of the addresses; `undefined` if there is no account. `maxLength` truncates account data. */
  accounts(addresses: readonly string[], maxLength?: number): Promise<readonly (ChainAccount | undefined)[]>
  tokenAccounts(
    owner: string,
    of: { readonly mint: string } | { readonly programId: string },
  ): Promise<readonly OwnedAccount[]>
  latestBlock(): Promise<LatestBlock>
  head(): Promise<Head>
  epoch(): Promise<bigint>
  /** `addresses`: accounts whose states after the simulation are returned. */
  simulate(transaction: Uint8Array, addresses?: readonly string[]): Promise<Simulation>
  /** In lamports. */
  fee(messageBytes: Uint8Array): Promise<bigint>
  /** Compute unit prices of recent transactions that write to these accounts, in microlamports. */
  recentPrices(addresses: readonly string[]): Promise<readonly bigint[]>
  /** Rent-exempt minimum for this data size. */
  rent(length: number): Promise<bigint>
  /** Broadcasts a transaction once, and resolves to its signature. The abort signal does not apply. */
  send(transaction: Uint8Array): Promise<string>
  status(signature: string): Promise<StatusReply>
  /** Bytes of a confirmed transaction; `undefined` if the node does not have them yet. */
  transaction(signature: string): Promise<Uint8Array | undefined>
}

export function createNode(ctx: Context, caipNetworkId: string, signal: AbortSignal): SolanaNode {
  const rpc = ctx.api.rpc(caipNetworkId)
  const read = <T>(method: string, params: readonly unknown[], schema: StandardSchema<T>): Promise<T> =>
    rpc.read(method, params, { schema, signal })
  return {
    accounts: (addresses, maxLength) =>
      read(
        'getMultipleAccounts',
        [
          addresses,
          {
            ...{ encoding: 'base64', commitment },
            ...(maxLength !== undefined && { dataSlice: { offset: 0, length: maxLength } }),
          },
        ],
        accounts,
      ),
    tokenAccounts: (owner, of) =>
      read('getTokenAccountsByOwner', [owner, of, { encoding: 'base64', commitment }], ownedAccounts),
    latestBlock: () => read('getLatestBlockhash', [{ commitment }], latestBlockhash),
    epoch: () => read('getEpochInfo', [{ commitment }], epoch),
    head: () => read('getEpochInfo', [{ commitment }], head),
    simulate: (transaction, addresses) =>
      read(
        'simulateTransaction',
        [
          toBase64(transaction),
          {
            ...{ encoding: 'base64', commitment, sigVerify: false, replaceRecentBlockhash: true },
            ...(addresses && { accounts: { encoding: 'base64', addresses } }),
          },
        ],
        simulation,
      ),
    async fee(messageBytes) {
      const answer = await read('getFeeForMessage', [toBase64(messageBytes), { commitment }], fee)
      if (answer !== null) return answer
      throw new WalletModalError('NOT_SENT', 'The transaction expired before its fee could be read. Try again.')
    },
    recentPrices: (addresses) => read('getRecentPrioritizationFees', [addresses], prices),
    rent: (length) => read('getMinimumBalanceForRentExemption', [length, { commitment }], count),
    // without the abort signal: closing the view must not cancel the broadcast of a signed transaction
    send: (transaction) =>
      rpc.write('sendTransaction', [toBase64(transaction), { encoding: 'base64', preflightCommitment: commitment }], {
        schema: text,
      }),
    status: (signature) => read('getSignatureStatuses', [[signature], { searchTransactionHistory: true }], statuses),
    transaction: (signature) =>
      read(
        'getTransaction',
        [signature, { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }],
        transaction,
      ),
  }
}
