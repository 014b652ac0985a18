import type { SolanaModules } from '../litesvm.js'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'

export type Machine = InstanceType<SolanaModules['litesvm']['LiteSVM']>
export type Account = Omit<Extract<ReturnType<Machine['getAccount']>, { readonly exists: true }>, 'exists'>

export interface OwnedAccount {
  readonly address: string
  readonly lamports: bigint
  readonly data: Uint8Array
}

/** Accounts of the virtual machine, read and written without a transaction. */
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

export function createChainAccounts(machine: Machine, kit: SolanaModules['kit']): ChainAccounts {
  const read = (address: string): Account | undefined => {
    const account = kit.isAddress(address) ? machine.getAccount(kit.address(address)) : undefined
    return account?.exists ? account : undefined
  }
  return {
    read,
    readAll: (addresses) => new Map(addresses.map((address) => [address, read(address)])),
    dataOf(address) {
      const account = read(address)
      return account && new Uint8Array(account.data)
    },
    balance: (address) => machine.getBalance(kit.address(address)) ?? 0n,
    setBalance(address, lamports) {
      const known = machine.getAccount(kit.address(address))
      const programAddress = kit.address(SYSTEM_PROGRAM)
      machine.setAccount({
        ...{ data: new Uint8Array(), executable: false, programAddress, space: 0n },
        ...(known.exists && known),
        address: kit.address(address),
        lamports: kit.lamports(lamports),
      })
    },
    setData(address, program, data) {
      const space = BigInt(data.length)
      const lamports = kit.lamports(machine.minimumBalanceForRentExemption(space))
      const account = { data, executable: false, programAddress: kit.address(program), space }
      machine.setAccount({ ...account, address: kit.address(address), lamports })
    },
    ownedBy: (program) =>
      machine
        .getProgramAccounts(kit.address(program))
        .map(({ address, lamports, data }) => ({ address, lamports, data: new Uint8Array(data) })),
  }
}
