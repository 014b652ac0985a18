import { airdrop } from './chain/airdrop.js'
import { createChainAccounts, type OwnedAccount } from './chain/chain-accounts.js'
import { type ChainState, decodeMessage, type TransactionStatus } from './chain/chain-state.js'
import { sendTransaction } from './chain/send-transaction.js'
import { type Simulation, type SimulationOptions, simulateTransaction } from './chain/simulate-transaction.js'
import { createSlotClock } from './chain/slot-clock.js'
import type { SolanaModules } from './litesvm.js'
import { type Account, createSolanaMachine } from './solana-machine.js'
import { feeOf } from './solana-message.js'
import { createSolanaRecords, type SolanaRecords } from './solana-record.js'

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
  /** Sends lamports from the chain's own faucet and returns the transaction's signature. Throws `RpcFault`. */
  airdrop(address: string, lamports: bigint): string
  /** Runs a transaction without changing the chain. Throws `RpcFault`. */
  simulate(transaction: Uint8Array, options: SimulationOptions): Simulation
  /** Fee of a message in lamports; `undefined` if its blockhash is unknown or too old. Throws `RpcFault`. */
  fee(message: Uint8Array): bigint | undefined
  /**
   * Executes a transaction and returns its signature. Throws `RpcFault` if a node would refuse the transaction. `skipPreflight`: executes the
   * transaction without simulating it first.
   */
  send(transaction: Uint8Array, skipPreflight: boolean): string
  status(signature: string): TransactionStatus | undefined
  readonly records: SolanaRecords
}

/** Creates a chain at genesis. A slot lasts 400 ms, measured with `now()`. */
export function createSolanaChain(modules: SolanaModules, now: () => number = Date.now): SolanaChain {
  const machine = createSolanaMachine(modules)
  const { svm } = machine
  svm.setBlockhashCheck(false) // the slot clock checks blockhashes
  const clock = createSlotClock(svm, now)
  const accounts = createChainAccounts(machine)
  const records = createSolanaRecords()
  const state: ChainState = { modules, machine, clock, accounts, statuses: new Map(), records }
  return {
    slot() {
      clock.advance()
      return clock.slot
    },
    epoch() {
      clock.advance()
      return svm.getClock().epoch
    },
    latestBlockhash() {
      clock.advance()
      return clock.latestBlockhash()
    },
    isBlockhashValid(blockhash) {
      clock.advance()
      return clock.accepts(blockhash)
    },
    account: (address) => accounts.read(address) ?? null,
    balance: accounts.balance,
    setBalance: accounts.setBalance,
    setData: accounts.setData,
    addProgram: machine.addProgram,
    programAccounts: accounts.ownedBy,
    rentExemption: (dataLength) => svm.minimumBalanceForRentExemption(dataLength),
    airdrop: (address, lamports) => airdrop(state, address, lamports),
    simulate: (transaction, options) => simulateTransaction(state, transaction, options),
    fee(bytes) {
      clock.advance()
      const message = decodeMessage(state, bytes)
      return clock.accepts(message.blockhash) ? feeOf(message) : undefined
    },
    send: (transaction, skipPreflight) => sendTransaction(state, transaction, skipPreflight),
    status: (signature) => state.statuses.get(signature),
    records,
  }
}
