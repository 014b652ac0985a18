import type { Account, SolanaMachine } from '../solana-machine.js'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'

export interface OwnedAccount {
  readonly address: string
  readonly lamports: bigint
  readonly data: Uint8Array
}

/** Reads and writes accounts of the virtual machine without transactions. */
export interface ChainAccounts {
  /** `undefined` if there is no account, or the text is not an address. */
  read(address: string): Account | undefined
  readAll(addresses: readonly string[]): ReadonlyMap<string, Account | undefined>
  dataOf(address: string): Uint8Array | undefined
  balance(address: string): bigint
  setBalance(address: string, lamports: bigint): void
  /** Writes an account that a program owns, with the rent-exempt minimum of lamports. */
  setData(address: string, program: string, data: Uint8Array): void
  /** All accounts that a program owns. */
  ownedBy(program: string): readonly OwnedAccount[]
}

export function createChainAccounts(machine: SolanaMachine): ChainAccounts {
  const read = machine.account
  return {
    read,
    readAll: (addresses) => new Map(addresses.map((address) => [address, read(address)])),
    dataOf: (address) => read(address)?.data,
    balance: machine.balance,
    setBalance(address, lamports) {
      const blank = { data: new Uint8Array(), executable: false, programAddress: SYSTEM_PROGRAM }
      machine.write({ ...blank, ...read(address), address, lamports })
    },
    setData(address, program, data) {
      const lamports = machine.svm.minimumBalanceForRentExemption(BigInt(data.length))
      machine.write({ address, lamports, data, programAddress: program, executable: false })
    },
    ownedBy: machine.accountsOf,
  }
}
