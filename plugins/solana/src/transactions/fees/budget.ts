import type { FeeSpeed } from '@wallet-modal/kernel'
import type { SolanaInstruction } from '../../contract.js'
import type { SolanaNode } from '../../node.js'
import { SYSTEM_PROGRAM } from '../../programs.js'
import { assertSuccess } from '../errors.js'
import { type Budget, isBudget, setBudget } from '../instructions.js'
import { writeTransaction } from '../sdk.js'

/** Maximum compute units of a transaction. */
export const MAX_UNITS = 1_400_000
/** Reserve in addition to one eighth of the simulated units, because account states may change before the transaction is executed. */
const SPARE_UNITS = 500
/** Maximum priority fee, in lamports. */
const MAX_PRIORITY_FEE = 5_000_000n

/** Percentile of recently paid unit prices. */
const percentiles: Readonly<Record<FeeSpeed, number>> = { standard: 50, fast: 75, instant: 95 }

function priceFor(speed: FeeSpeed, recentPrices: readonly bigint[]): bigint {
  const sorted = [...recentPrices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[(((sorted.length - 1) * percentiles[speed]) / 100) | 0] ?? 0n
}

/** Compute units from a simulation, and the unit price from recent transactions. Throws if the simulation fails. */
export async function findBudget(
  node: SolanaNode,
  payer: string,
  instructions: readonly SolanaInstruction[],
  speed: FeeSpeed = 'standard',
): Promise<Budget> {
  const maxBudget = setBudget({ units: MAX_UNITS, price: 0n })
  const probe = writeTransaction({ payer, blockhash: SYSTEM_PROGRAM, instructions: [...maxBudget, ...instructions] })
  const writable = instructions.flatMap(({ accounts }) =>
    accounts.flatMap((one) => (one.isWritable ? one.address : [])),
  )
  const [simulated, recentPrices] = await Promise.all([node.simulate(probe), node.recentPrices([...new Set(writable)])])
  assertSuccess(simulated)
  const units = Math.min(simulated.units + (simulated.units >> 3) + SPARE_UNITS, MAX_UNITS)
  const price = priceFor(speed, recentPrices)
  const maxPrice = (MAX_PRIORITY_FEE * 1_000_000n) / BigInt(units)
  return { units, price: price < maxPrice ? price : maxPrice }
}

/** Adds a compute budget if the instructions contain none. */
export async function withBudget(
  node: SolanaNode,
  payer: string,
  instructions: readonly SolanaInstruction[],
  speed: FeeSpeed | undefined,
): Promise<readonly SolanaInstruction[]> {
  if (instructions.some(isBudget)) return instructions
  return [...setBudget(await findBudget(node, payer, instructions, speed)), ...instructions]
}
