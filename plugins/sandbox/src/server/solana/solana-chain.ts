import type { SolanaModules } from './litesvm.js'
import { preflightFault, RpcFault, toTransactionError } from './rpc/fault.js'
import { feeOf, readMessage } from './solana-message.js'
import { createSolanaRecords, type Snapshot, type SolanaRecords, snapshotOf } from './solana-record.js'

/** Duration of a slot on a public cluster, in milliseconds. */
export const SLOT_MS = 400
/** Number of slots for which a public cluster accepts a blockhash. */
export const BLOCKHASH_SLOTS = 150
const SLOTS_PER_BLOCKHASH = 4
const SYSTEM_PROGRAM = '11111111111111111111111111111111'

type Machine = InstanceType<SolanaModules['litesvm']['LiteSVM']>
type Account = Omit<Extract<ReturnType<Machine['getAccount']>, { readonly exists: true }>, 'exists'>

export interface TransactionStatus {
  readonly slot: bigint
  /** A `TransactionError`, or `null`. */
  readonly err: unknown
}

export interface Simulation {
  readonly err: unknown
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  /** State of the transaction's accounts after it, by address, with the fee deducted. */
  readonly accounts: ReadonlyMap<string, Account | undefined>
}

/** In-memory Solana chain. It has no forks, so each processed transaction is final. */
export interface SolanaChain {
  slot(): bigint
  epoch(): bigint
  latestBlockhash(): { readonly blockhash: string; readonly lastValidBlockHeight: bigint }
  isBlockhashValid(blockhash: string): boolean
  account(address: string): Account | null
  balance(address: string): bigint
  setBalance(address: string, lamports: bigint): void
  /** Writes an account that a program owns, with the rent-exempt minimum of lamports. */
  setData(address: string, program: string, data: Uint8Array): void
  /** Deploys a program (ELF bytes) at an address. */
  addProgram(address: string, bytes: Uint8Array): void
  /** All accounts that a program owns. */
  programAccounts(program: string): readonly OwnedAccount[]
  rentExemption(dataLength: bigint): bigint
  /** Returns the signature. Throws `RpcFault`. */
  airdrop(address: string, lamports: bigint): string
  /** `verify`: also verifies the signatures. */
  simulate(
    transaction: Uint8Array,
    options: { readonly replaceBlockhash: boolean; readonly verify: boolean },
  ): Simulation
  /** Fee of a message in lamports; `undefined` if its blockhash is too old. Throws `RpcFault`. */
  fee(message: Uint8Array): bigint | undefined
  /** Returns the signature. Throws `RpcFault` if preflight fails, unless `skipPreflight`. */
  send(transaction: Uint8Array, skipPreflight: boolean): string
  status(signature: string): TransactionStatus | undefined
  readonly records: SolanaRecords
}

export interface OwnedAccount {
  readonly address: string
  readonly lamports: bigint
  readonly data: Uint8Array
}

/** Creates a chain at genesis. A slot is 400 ms of `now()`. */
export function createSolanaChain({ litesvm, kit }: SolanaModules, now: () => number = Date.now): SolanaChain {
  // LiteSVM accepts its latest blockhash only; nodes accept those of the last 150 slots, which `blockhashes` holds
  const machine = new litesvm.LiteSVM().withBlockhashCheck(false)
  const start = now()
  const blockhashes = new Map<string, bigint>()
  const statuses = new Map<string, TransactionStatus>()
  const records = createSolanaRecords()
  const base58 = kit.getBase58Decoder()
  let slot = 0n
  let latest = { blockhash: '', slot: 0n }

  const advance = (): void => {
    const current = 1n + BigInt(Math.floor((now() - start) / SLOT_MS))
    if (current === slot) return
    slot = current
    machine.warpToSlot(slot)
    const clock = machine.getClock()
    clock.unixTimestamp = BigInt(Math.floor(now() / 1000))
    machine.setClock(clock)
    if (latest.blockhash !== '' && slot - latest.slot < SLOTS_PER_BLOCKHASH) return
    machine.expireBlockhash()
    latest = { blockhash: machine.latestBlockhash(), slot }
    blockhashes.set(latest.blockhash, slot)
    for (const [blockhash, born] of blockhashes) if (slot - born > BLOCKHASH_SLOTS) blockhashes.delete(blockhash)
  }
  const blockTime = (): bigint => BigInt(Math.floor(now() / 1000))
  /** A `TransactionError`, or `null` on success. */
  const errorOf = (outcome: unknown): unknown =>
    outcome instanceof litesvm.FailedTransactionMetadata ? toTransactionError(outcome.toString()) : null
  const accountOf = (address: string): Account | undefined => {
    const account = kit.isAddress(address) ? machine.getAccount(kit.address(address)) : undefined
    return account?.exists ? account : undefined
  }
  const accountsNow = (keys: readonly string[]): ReadonlyMap<string, Account | undefined> =>
    new Map(keys.map((key) => [key, accountOf(key)]))
  const dataOf = (address: string): Uint8Array | undefined => {
    const account = accountOf(address)
    return account && new Uint8Array(account.data)
  }
  const decode = (bytes: Uint8Array) => {
    try {
      const transaction = kit.getTransactionDecoder().decode(bytes)
      const message = readMessage(kit, transaction.messageBytes, dataOf)
      const [signature] = Object.values(transaction.signatures)
      return { transaction, message, signature: signature ? base58.decode(signature) : undefined }
    } catch (error) {
      throw new RpcFault(-32602, `failed to deserialize the transaction: ${String(error).slice(0, 200)}`)
    }
  }
  const snapshot = (keys: readonly string[]): Snapshot => snapshotOf(keys, accountOf)
  const simulate: SolanaChain['simulate'] = (bytes, { replaceBlockhash, verify }) => {
    advance()
    const { transaction, message } = decode(bytes)
    if (!replaceBlockhash && !blockhashes.has(message.blockhash ?? ''))
      return { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0n, accounts: accountsNow(message.keys) }
    if (verify && Object.values(transaction.signatures).includes(null))
      return { err: 'SignatureFailure', logs: [], unitsConsumed: 0n, accounts: accountsNow(message.keys) }
    machine.withSigverify(verify)
    try {
      const outcome = machine.simulateTransaction(transaction)
      const meta = outcome.meta()
      const changed = 'postAccounts' in outcome ? outcome.postAccounts() : []
      const accounts = new Map([
        ...accountsNow(message.keys),
        ...changed.map((one): [string, Account] => [one.address, { ...one, data: new Uint8Array(one.data) }]),
      ])
      return { err: errorOf(outcome), logs: meta.logs(), unitsConsumed: meta.computeUnitsConsumed(), accounts }
    } finally {
      machine.withSigverify(true)
    }
  }
  return {
    slot() {
      advance()
      return slot
    },
    epoch() {
      advance()
      return machine.getClock().epoch
    },
    latestBlockhash() {
      advance()
      return { blockhash: latest.blockhash, lastValidBlockHeight: latest.slot + BigInt(BLOCKHASH_SLOTS) }
    },
    isBlockhashValid(blockhash) {
      advance()
      return blockhashes.has(blockhash)
    },
    account: (address) => accountOf(address) ?? null,
    balance: (address) => machine.getBalance(kit.address(address)) ?? 0n,
    setBalance(address, lamports) {
      const known = machine.getAccount(kit.address(address))
      const blank = {
        data: new Uint8Array(),
        executable: false,
        programAddress: kit.address(SYSTEM_PROGRAM),
        space: 0n,
      }
      machine.setAccount({
        ...blank,
        ...(known.exists && known),
        address: kit.address(address),
        lamports: kit.lamports(lamports),
      })
    },
    setData(address, program, data) {
      const lamports = kit.lamports(machine.minimumBalanceForRentExemption(BigInt(data.length)))
      const account = { data, executable: false, programAddress: kit.address(program), space: BigInt(data.length) }
      machine.setAccount({ ...account, address: kit.address(address), lamports })
    },
    addProgram: (address, bytes) => void machine.addProgram(kit.address(address), bytes),
    programAccounts: (program) =>
      machine
        .getProgramAccounts(kit.address(program))
        .map(({ address, lamports, data }) => ({ address, lamports, data: new Uint8Array(data) })),
    rentExemption: (dataLength) => machine.minimumBalanceForRentExemption(dataLength),
    airdrop(address, lamports) {
      advance()
      const before = snapshot([address])
      const outcome = machine.airdrop(kit.address(address), kit.lamports(lamports))
      const err = errorOf(outcome)
      if (outcome === null || err !== null)
        throw new RpcFault(-32603, `The faucet could not send ${lamports} lamports: ${JSON.stringify(err)}`)
      if (!(outcome instanceof litesvm.TransactionMetadata)) throw new RpcFault(-32603, 'The faucet gave no receipt.')
      const signature = base58.decode(outcome.signature())
      statuses.set(signature, { slot, err: null })
      const meta = { logs: outcome.logs(), unitsConsumed: outcome.computeUnitsConsumed() }
      // LiteSVM does not expose the airdrop's transaction
      const unknown = { bytes: new Uint8Array(), lookedUp: { writable: [], readonly: [] }, instructions: [], fee: 0n }
      const parts = { ...{ signature, slot, blockTime: blockTime(), err: null, keys: [address] }, ...unknown, ...meta }
      records.add({ ...parts, before, after: snapshot([address]) })
      return signature
    },
    simulate,
    fee(bytes) {
      advance()
      try {
        const message = readMessage(kit, bytes, dataOf)
        return blockhashes.has(message.blockhash ?? '') ? feeOf(message) : undefined
      } catch (error) {
        throw new RpcFault(-32602, `failed to deserialize the message: ${String(error).slice(0, 200)}`)
      }
    },
    send(bytes, skipPreflight) {
      advance()
      const { transaction, message, signature } = decode(bytes)
      if (signature === undefined) throw preflightFault('SignatureFailure', [])
      if (statuses.has(signature)) throw preflightFault('AlreadyProcessed', [])
      if (!skipPreflight) {
        const { err, logs } = simulate(bytes, { replaceBlockhash: false, verify: true })
        if (err !== null) throw preflightFault(err, logs)
      }
      if (!blockhashes.has(message.blockhash ?? '')) return signature // a node drops it without an error
      const { keys, lookedUp, instructions } = message
      const before = snapshot(keys)
      const outcome = machine.sendTransaction(transaction)
      const err = errorOf(outcome)
      // a failed instruction is on the chain and paid its fee; a transaction that failed before execution is not
      if (err !== null && typeof err !== 'object') return signature
      statuses.set(signature, { slot, err })
      const meta = 'meta' in outcome ? outcome.meta() : outcome
      const ran = { logs: meta.logs(), unitsConsumed: meta.computeUnitsConsumed() }
      const parts = {
        signature,
        slot,
        blockTime: blockTime(),
        err,
        bytes,
        keys,
        lookedUp,
        instructions,
        fee: feeOf(message),
      }
      records.add({ ...parts, ...ran, before, after: snapshot(keys) })
      return signature
    },
    status: (signature) => statuses.get(signature),
    records,
  }
}
