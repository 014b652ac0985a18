import type { FeeSpeed } from '@wallet-modal/kernel'
import { SYSTEM_PROGRAM } from '../programs.js'
import { type Budget, setBudget } from './instructions.js'
import type { SolanaNode } from './node.js'
import { type Instruction, writeTransaction } from './sdk.js'
import { assertGoesThrough } from './sentences.js'

/** The most that a transaction may use up. */
const MAX_UNITS = 1_400_000
/** On top of what the simulation used: accounts may look a little different when it arrives. */
const SPARE_UNITS = 500
/** The most that is paid to be faster, in lamports, whatever others pay. */
const MAX_EXTRA = 5_000_000n

/** Of a hundred recent payers, how many paid less. */
const percentiles: Readonly<Record<FeeSpeed, number>> = { standard: 50, fast: 75, instant: 95 }

function priceFor(speed: FeeSpeed, paid: readonly bigint[]): bigint {
  const sorted = [...paid].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[(((sorted.length - 1) * percentiles[speed]) / 100) | 0] ?? 0n
}

/** What a transaction uses by simulation, and what others lately paid for each unit. Throws where it would not go through. */
export async function findBudget(
  node: SolanaNode,
  payer: string,
  instructions: readonly Instruction[],
  speed: FeeSpeed = 'standard',
): Promise<Budget> {
  const most = setBudget({ units: MAX_UNITS, price: 0n })
  const probe = writeTransaction({ payer, blockhash: SYSTEM_PROGRAM, instructions: [...most, ...instructions] })
  const written = instructions.flatMap(({ parties }) => parties.flatMap((one) => (one.isWritable ? one.address : [])))
  const [simulated, paid] = await Promise.all([node.simulate(probe), node.recentPrices([...new Set(written)])])
  assertGoesThrough(simulated)
  const units = Math.min(simulated.units + (simulated.units >> 3) + SPARE_UNITS, MAX_UNITS)
  const price = priceFor(speed, paid)
  const highest = (MAX_EXTRA * 1_000_000n) / BigInt(units)
  return { units, price: price < highest ? price : highest }
}
