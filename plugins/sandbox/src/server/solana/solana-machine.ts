import type { SolanaModules } from './litesvm.js'
import type { NativeAccount, NativeFailure, NativeReceipt, NativeSimulation } from './native-module.js'

/** Account on the chain. Addresses are base58. */
export interface Account {
  readonly address: string
  readonly lamports: bigint
  readonly data: Uint8Array
  /** Program that owns the account. */
  readonly programAddress: string
  readonly executable: boolean
  /** Length of `data` in bytes. */
  readonly space: bigint
}

type AccountToWrite = Pick<Account, 'address' | 'lamports' | 'data' | 'programAddress' | 'executable'>
type Version = 'legacy' | 0

/** LiteSVM, the Solana virtual machine, with addresses in base58. */
export interface SolanaMachine {
  readonly svm: InstanceType<SolanaModules['native']['LiteSvm']>
  account(address: string): Account | undefined
  accountsOf(program: string): readonly Account[]
  balance(address: string): bigint
  write(account: AccountToWrite): void
  addProgram(address: string, bytes: Uint8Array): void
  airdrop(address: string, lamports: bigint): NativeReceipt | NativeFailure | null
  /** Executes a transaction in wire format. */
  send(bytes: Uint8Array, version: Version): NativeReceipt | NativeFailure
  simulate(bytes: Uint8Array, version: Version): SimulationOutcome
  isFailure(outcome: unknown): outcome is NativeFailure
}

interface SimulationOutcome {
  readonly outcome: NativeSimulation | NativeFailure
  /** Accounts after the transaction; empty if it failed. */
  readonly accounts: readonly Account[]
}

export function createSolanaMachine({ native, kit }: SolanaModules): SolanaMachine {
  const svm = new native.LiteSvm()
  const toBytes = (address: string): Uint8Array => new Uint8Array(kit.getAddressEncoder().encode(kit.address(address)))
  const toAddress = (bytes: Uint8Array): string => kit.getBase58Decoder().decode(bytes)
  const toAccount = (address: string, account: NativeAccount): Account => {
    const data = new Uint8Array(account.data())
    const programAddress = toAddress(account.owner())
    const space = BigInt(data.length)
    return { address, lamports: account.lamports(), data, programAddress, executable: account.executable(), space }
  }
  const toAccounts = (list: ReturnType<NativeSimulation['postAccounts']>): readonly Account[] =>
    list.map((one) => toAccount(toAddress(one.address), one.account()))
  const isFailure = (outcome: unknown): outcome is NativeFailure => outcome instanceof native.FailedTransactionMetadata
  return {
    svm,
    account(address) {
      const account = kit.isAddress(address) ? svm.getAccount(toBytes(address)) : null
      return account === null ? undefined : toAccount(address, account)
    },
    accountsOf: (program) => toAccounts(svm.getProgramAccounts(toBytes(program))),
    balance: (address) => svm.getBalance(toBytes(address)) ?? 0n,
    write({ address, lamports, data, programAddress, executable }) {
      svm.setAccount(toBytes(address), new native.Account(lamports, data, toBytes(programAddress), executable, 0n))
    },
    addProgram: (address, bytes) => svm.addProgram(toBytes(address), bytes),
    airdrop: (address, lamports) => svm.airdrop(toBytes(address), lamports),
    send: (bytes, version) => (version === 0 ? svm.sendVersionedTransaction(bytes) : svm.sendLegacyTransaction(bytes)),
    simulate(bytes, version) {
      const outcome = version === 0 ? svm.simulateVersionedTransaction(bytes) : svm.simulateLegacyTransaction(bytes)
      return { outcome, accounts: isFailure(outcome) ? [] : toAccounts(outcome.postAccounts()) }
    },
    isFailure,
  }
}
