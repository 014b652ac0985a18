import type { SolanaModules } from './litesvm.js'

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
const LAMPORTS_PER_SIGNATURE = 5_000n
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000n
const BUILTIN_UNITS = 3_000n
const MAX_UNITS = 1_400_000n
const ED25519_PROGRAM = 'Ed25519SigVerify111111111111111111111111111'
const SECP256K1_PROGRAM = 'KeccakSecp256k11111111111111111111111111111'
const SECP256R1_PROGRAM = 'Secp256r1SigVerify1111111111111111111111111'
/** Programs that verify signatures for a fee. The first byte of the instruction's data is the number of signatures. */
const signaturePrograms: ReadonlySet<string> = new Set([ED25519_PROGRAM, SECP256K1_PROGRAM, SECP256R1_PROGRAM])
/** Programs whose instructions have the default limit {@link BUILTIN_UNITS} in LiteSVM. */
const builtins: ReadonlySet<string> = new Set([
  ...[COMPUTE_BUDGET_PROGRAM, '11111111111111111111111111111111', ED25519_PROGRAM, SECP256K1_PROGRAM],
  ...['BPFLoaderUpgradeab1e11111111111111111111111', 'BPFLoader2111111111111111111111111111111111'],
  'BPFLoader1111111111111111111111111111111111',
])

export interface Instruction {
  readonly program: string
  /** Indexes in {@link Message.keys}. */
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** Message of a transaction, with addresses from lookup tables resolved. */
export interface Message {
  readonly version: 'legacy' | 0
  readonly blockhash: string | undefined
  readonly header: {
    readonly numRequiredSignatures: number
    readonly numReadonlySignedAccounts: number
    readonly numReadonlyUnsignedAccounts: number
  }
  readonly staticKeys: readonly string[]
  /** All accounts: first the static accounts, then the accounts from lookup tables, writable before read-only. */
  readonly keys: readonly string[]
  readonly loadedAddresses: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  readonly addressTableLookups: readonly {
    readonly accountKey: string
    readonly writableIndexes: readonly number[]
    readonly readonlyIndexes: readonly number[]
  }[]
  readonly instructions: readonly Instruction[]
}

interface Lookup {
  readonly lookupTableAddress: string
  readonly writableIndices: readonly number[]
  readonly readableIndices: readonly number[]
}

/** Decodes a message. `dataOf` reads the data of a lookup table. Throws if the bytes are not a message. */
export function readMessage(
  kit: SolanaModules['kit'],
  bytes: Parameters<ReturnType<SolanaModules['kit']['getCompiledTransactionMessageDecoder']>['decode']>[0],
  dataOf: (address: string) => Uint8Array | undefined,
): Message {
  const message = kit.getCompiledTransactionMessageDecoder().decode(bytes)
  if (message.version !== 'legacy' && message.version !== 0) throw new Error('its version is neither legacy nor 0')
  const { header, staticAccounts } = message
  const lookups: readonly Lookup[] = ('addressTableLookups' in message ? message.addressTableLookups : undefined) ?? []
  const resolveAddresses = (pick: (lookup: Lookup) => readonly number[]): readonly string[] =>
    lookups.flatMap((lookup) => {
      const table = dataOf(lookup.lookupTableAddress) ?? new Uint8Array()
      return pick(lookup).map((index) => {
        const key = table.subarray(TABLE_HEADER + index * 32, TABLE_HEADER + index * 32 + 32)
        return key.length === 32 ? kit.getBase58Decoder().decode(key) : ''
      })
    })
  const loadedAddresses = {
    writable: resolveAddresses(({ writableIndices }) => writableIndices),
    readonly: resolveAddresses(({ readableIndices }) => readableIndices),
  }
  const keys = [...staticAccounts, ...loadedAddresses.writable, ...loadedAddresses.readonly]
  return {
    version: message.version,
    blockhash: 'lifetimeToken' in message ? message.lifetimeToken : undefined,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    staticKeys: staticAccounts,
    ...{ keys, loadedAddresses },
    addressTableLookups: lookups.map((lookup) => ({
      accountKey: lookup.lookupTableAddress,
      writableIndexes: lookup.writableIndices,
      readonlyIndexes: lookup.readableIndices,
    })),
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      program: keys[programAddressIndex] ?? '',
      accounts: accountIndices,
      data: new Uint8Array(data ?? []),
    })),
  }
}

/** Offset of the addresses in the data of a lookup table. */
const TABLE_HEADER = 56

/**
 * Fee of a message in lamports: base fee plus priority fee. The base fee is charged for each signature of the transaction and for each signature that
 * an instruction verifies. The priority fee is the compute unit limit times the compute unit price.
 */
export function feeOf({ header, instructions }: Message): bigint {
  let limit: bigint | undefined
  let price = 0n
  for (const { program, data } of instructions) {
    if (program !== COMPUTE_BUDGET_PROGRAM) continue
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (data[0] === 2 && data.length >= 5) limit = BigInt(view.getUint32(1, true))
    if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const defaultUnits = instructions.reduce(
    (sum, { program }) => sum + (builtins.has(program) ? BUILTIN_UNITS : DEFAULT_UNITS_PER_INSTRUCTION),
    0n,
  )
  const units = min(limit ?? defaultUnits, MAX_UNITS)
  const computeFee = (units * price + 999_999n) / 1_000_000n
  const verifiedSignatures = instructions.reduce(
    (sum, { program, data: [count = 0] }) => sum + (signaturePrograms.has(program) ? count : 0),
    0,
  )
  return BigInt(header.numRequiredSignatures + verifiedSignatures) * LAMPORTS_PER_SIGNATURE + computeFee
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
