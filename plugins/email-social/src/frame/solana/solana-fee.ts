import type { SolanaInstruction, SolanaTransaction } from './solana-transaction.js'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
/** Programs that verify additional signatures, for a fee per signature. The first byte of an instruction's data is the number of signatures. */
const SIGNATURE_CHECKS: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

const LAMPORTS_PER_SIGNATURE = 5_000n
/** Maximum compute units of a transaction, and default limit of each instruction if the transaction sets none. */
const [MAX_UNITS, UNITS_PER_CALL] = [1_400_000n, 200_000n]
const MICROLAMPORTS_PER_LAMPORT = 1_000_000n

/** Fees above this value (0.01 SOL) cause a warning. */
export const HIGH_FEE_LAMPORTS = 10_000_000n

/** Data lengths of the compute budget instructions in bytes, by discriminator. */
const dataLengths: Readonly<Record<number, number>> = { 1: 5, 2: 5, 3: 9, 4: 5 }

/** Whether an instruction only sets the compute budget. The summary omits such instructions, because {@link highestFee} includes their effect. */
export const isBudget = ({ program, data }: SolanaInstruction): boolean =>
  program === COMPUTE_BUDGET && data.length > 0 && dataLengths[data[0] ?? 0] === data.length

/** Highest value (little-endian) in the compute budget instructions of kind 2 (unit limit) or 3 (unit price). The chain ignores trailing bytes. */
function budgetOf(calls: readonly SolanaInstruction[], kind: 2 | 3): bigint | undefined {
  const length = kind === 3 ? 9 : 5
  const values = calls
    .filter(({ program, data }) => program === COMPUTE_BUDGET && data[0] === kind && data.length >= length)
    .map(({ data }) => {
      const view = new DataView(data.buffer, data.byteOffset, data.length)
      return kind === 3 ? view.getBigUint64(1, true) : BigInt(view.getUint32(1, true))
    })
  return values.reduce<bigint | undefined>(
    (highest, value) => (highest === undefined || value > highest ? value : highest),
    undefined,
  )
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Maximum fee of a transaction in lamports, from its bytes: signatures, and compute units at the price that the transaction sets. */
export function highestFee({ signers, instructions }: SolanaTransaction): bigint {
  const verifiedSignatures = instructions
    .filter(({ program }) => SIGNATURE_CHECKS.has(program))
    .reduce((sum, { data }) => sum + (data[0] ?? 0), 0)
  const calls = instructions.filter((instruction) => !isBudget(instruction)).length
  const units = min(MAX_UNITS, budgetOf(instructions, 2) ?? UNITS_PER_CALL * BigInt(calls))
  const price = budgetOf(instructions, 3) ?? 0n
  return (
    LAMPORTS_PER_SIGNATURE * BigInt(signers.length + verifiedSignatures) +
    (price * units + MICROLAMPORTS_PER_LAMPORT - 1n) / MICROLAMPORTS_PER_LAMPORT
  )
}
