import { concatBytes } from '@noble/hashes/utils.js'
import type { EngineRouter, RouterSwap, RouteStep } from '../../engines/engine.js'
import type { SolanaModules } from '../litesvm.js'
import type { SolanaChain } from '../solana-chain.js'
import { ASSOCIATED_TOKEN_PROGRAM, associatedAddress, TOKEN_PROGRAM, WRAPPED_COIN } from '../tokens/token-addresses.js'
import { readTokenAccount } from '../tokens/token-layout.js'
import { type LocalPool, localPools, MARKET_PROGRAM, marketAuthority, marketTable } from './local-market.js'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
const [UNITS, UNIT_PRICE] = [250_000, 10_000n]
/** Refuses swaps larger than this share of a pool: the price impact would be absurd. */
const LARGEST_PART = 2n
/** Discriminator of `route_v2`, and a route step for the full input. */
const ROUTE = Uint8Array.from([0xbb, 0x64, 0xfa, 0xcc, 0x31, 0xc4, 0xaf, 0x14])
const STEP = Uint8Array.from([17, 1, 0x10, 0x27, 0, 1])

type Kit = SolanaModules['kit']
type Instruction = Parameters<Kit['appendTransactionMessageInstruction']>[0]

interface Running {
  readonly chain: SolanaChain
  readonly kit: Kit
}

interface Leg {
  readonly pool: LocalPool
  /** Whether the input is the native coin. */
  readonly isOfCoins: boolean
}

/** One pool if the coin is one side, else two; `undefined` if a pool is missing. */
function legsOf({ from, to }: Pick<RouterSwap, 'from' | 'to'>): readonly Leg[] | undefined {
  const [first, last] = [from, to].map((mint) => localPools.find((one) => one.mint === mint))
  if (from === to || (!first && from !== WRAPPED_COIN) || (!last && to !== WRAPPED_COIN)) return undefined
  return [...(first ? [{ pool: first, isOfCoins: false }] : []), ...(last ? [{ pool: last, isOfCoins: true }] : [])]
}

const sidesOf = ({ pool: { mint, program, tokens, coins }, isOfCoins }: Leg) => {
  const [token, coin] = [
    { mint, program, account: tokens },
    { mint: WRAPPED_COIN, program: TOKEN_PROGRAM, account: coins },
  ]
  return isOfCoins ? { into: coin, from: token } : { into: token, from: coin }
}

const heldBy = (chain: SolanaChain, account: string): bigint =>
  readTokenAccount(new Uint8Array(chain.account(account)?.data ?? []))?.amount ?? 0n

/** Computes the same result as the market's program. */
function route(chain: SolanaChain, swap: RouterSwap): readonly RouteStep[] | undefined {
  const steps: RouteStep[] = []
  let { amount } = swap
  for (const leg of legsOf(swap) ?? []) {
    const { into, from } = sidesOf(leg)
    const [held, reserve] = [heldBy(chain, into.account), heldBy(chain, from.account)]
    const net = (amount * 997n) / 1000n
    const received = (reserve * net) / (held + net)
    if (received <= 0n || received * LARGEST_PART > reserve) return undefined
    const pool = { into: into.account, from: from.account }
    steps.push({ pool, from: into.mint, to: from.mint, amount, received })
    amount = received
  }
  return steps.length > 0 ? steps : undefined
}

const numbers = (length: number, write: (view: DataView) => void): Uint8Array => {
  const bytes = new Uint8Array(length)
  write(new DataView(bytes.buffer))
  return bytes
}

type Build = Parameters<EngineRouter['build']>[0]

/** Instructions of a swap, in Jupiter's order. */
function instructionsOf(kit: Kit, { account, swap, quoted, slippageBps, wraps }: Build): readonly Instruction[] {
  const legs = legsOf(swap) ?? []
  const programOf = (mint: string): string => localPools.find((one) => one.mint === mint)?.program ?? TOKEN_PROGRAM
  const own = (mint: string): string => associatedAddress(account, mint, programOf(mint))
  const make = (program: string, keys: readonly (readonly [string, 'r' | 'w' | 's'])[], data: Uint8Array) => ({
    programAddress: kit.address(program),
    accounts: keys.map(([key, kind]) => ({ address: kit.address(key), role: { r: 0, w: 1, s: 3 }[kind] })),
    data,
  })
  const open = (mint: string): Instruction =>
    make(
      ASSOCIATED_TOKEN_PROGRAM,
      [
        [account, 's'],
        [own(mint), 'w'],
        [account, 'r'],
        [mint, 'r'],
        [SYSTEM_PROGRAM, 'r'],
        [programOf(mint), 'r'],
      ],
      Uint8Array.of(1),
    )
  const wrapped = own(WRAPPED_COIN)
  const wrap = [
    open(WRAPPED_COIN),
    make(
      SYSTEM_PROGRAM,
      [
        [account, 's'],
        [wrapped, 'w'],
      ],
      numbers(12, (view) => {
        view.setUint32(0, 2, true)
        view.setBigUint64(4, swap.amount, true)
      }),
    ),
    make(TOKEN_PROGRAM, [[wrapped, 'w']], Uint8Array.of(17)),
  ]
  const unwrap = make(
    TOKEN_PROGRAM,
    [
      [wrapped, 'w'],
      [account, 'w'],
      [account, 's'],
    ],
    Uint8Array.of(9),
  )
  const terms = numbers(26, (view) => {
    view.setBigUint64(0, swap.amount, true)
    view.setBigUint64(8, quoted, true)
    view.setUint16(16, slippageBps, true)
    view.setUint32(22, legs.length, true)
  })
  const steps = legs.flatMap((leg) => {
    const { into, from } = sidesOf(leg)
    return [
      [into.account, 'w'],
      [from.account, 'w'],
      [from.mint, 'r'],
      [from.program, 'r'],
    ] as const
  })
  const swapped = make(
    MARKET_PROGRAM,
    [
      ...([
        [account, 's'],
        [own(swap.from), 'w'],
        [own(swap.to), 'w'],
        [swap.from, 'r'],
        [swap.to, 'r'],
      ] as const),
      ...([
        [programOf(swap.from), 'r'],
        [programOf(swap.to), 'r'],
      ] as const),
      ...([
        [MARKET_PROGRAM, 'r'],
        [MARKET_PROGRAM, 'r'],
        [MARKET_PROGRAM, 'r'],
      ] as const),
      ...([[marketAuthority.address, 'r']] as const),
      ...steps,
    ],
    concatBytes(ROUTE, terms, ...legs.map(() => STEP), Uint8Array.of(marketAuthority.bump)),
  )
  return [
    make(
      COMPUTE_BUDGET_PROGRAM,
      [],
      numbers(5, (view) => {
        view.setUint8(0, 2)
        view.setUint32(1, UNITS, true)
      }),
    ),
    make(
      COMPUTE_BUDGET_PROGRAM,
      [],
      numbers(9, (view) => {
        view.setUint8(0, 3)
        view.setBigUint64(1, UNIT_PRICE, true)
      }),
    ),
    ...(wraps && swap.from === WRAPPED_COIN ? wrap : []),
    open(swap.to),
    swapped,
    ...(wraps && [swap.from, swap.to].includes(WRAPPED_COIN) ? [unwrap] : []),
  ]
}

/** Swaps in the market's pools. */
export const createSolanaRouter = (running: () => Running): EngineRouter => ({
  tokens: localPools.map(({ mint }) => mint),
  quote: async (swap) => route(running().chain, swap),
  async build(request) {
    const { chain, kit } = running()
    const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
    const table = { [kit.address(marketTable.address)]: marketTable.entries.map((one) => kit.address(one)) }
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 0 }),
      (one) => kit.setTransactionMessageFeePayer(kit.address(request.account), one),
      (one) =>
        kit.setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: kit.blockhash(blockhash), lastValidBlockHeight },
          one,
        ),
      (one) => kit.appendTransactionMessageInstructions(instructionsOf(kit, request), one),
      (one) => kit.compressTransactionMessageUsingAddressLookupTables(one, table),
    )
    const transaction = new Uint8Array(kit.getTransactionEncoder().encode(kit.compileTransaction(message)))
    return { transaction, lastBlock: lastValidBlockHeight }
  },
})
