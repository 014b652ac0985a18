/** Subset of LiteSVM's native module that the sandbox uses. Addresses are 32 bytes. */
export interface NativeModule {
  readonly LiteSvm: new () => NativeMachine
  readonly Account: new (
    lamports: bigint,
    data: Uint8Array,
    owner: Uint8Array,
    executable: boolean,
    rentEpoch: bigint,
  ) => NativeAccount
  readonly FailedTransactionMetadata: abstract new (...none: never[]) => NativeFailure
}

export interface NativeAccount {
  lamports(): bigint
  data(): Uint8Array
  owner(): Uint8Array
  executable(): boolean
}

export interface NativeReceipt {
  signature(): Uint8Array
  logs(): string[]
  computeUnitsConsumed(): bigint
}

export interface NativeFailure {
  err(): unknown
  meta(): NativeReceipt
  toString(): string
}

export interface NativeSimulation {
  meta(): NativeReceipt
  postAccounts(): OwnedNativeAccount[]
}

interface OwnedNativeAccount {
  readonly address: Uint8Array
  account(): NativeAccount
}

interface NativeClock {
  readonly epoch: bigint
  unixTimestamp: bigint
}

export interface NativeMachine {
  setBlockhashCheck(check: boolean): void
  setSigverify(verify: boolean): void
  minimumBalanceForRentExemption(dataLength: bigint): bigint
  getAccount(address: Uint8Array): NativeAccount | null
  getProgramAccounts(program: Uint8Array): OwnedNativeAccount[]
  setAccount(address: Uint8Array, account: NativeAccount): void
  getBalance(address: Uint8Array): bigint | null
  latestBlockhash(): string
  airdrop(address: Uint8Array, lamports: bigint): NativeReceipt | NativeFailure | null
  addProgram(program: Uint8Array, bytes: Uint8Array): void
  sendLegacyTransaction(bytes: Uint8Array): NativeReceipt | NativeFailure
  sendVersionedTransaction(bytes: Uint8Array): NativeReceipt | NativeFailure
  simulateLegacyTransaction(bytes: Uint8Array): NativeSimulation | NativeFailure
  simulateVersionedTransaction(bytes: Uint8Array): NativeSimulation | NativeFailure
  expireBlockhash(): void
  warpToSlot(slot: bigint): void
  getClock(): NativeClock
  setClock(clock: NativeClock): void
}
