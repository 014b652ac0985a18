import { concatBytes } from '@noble/hashes/utils.js'
import type { EngineRouter } from '../../engines/engine.js'
import { associatedAddress, WRAPPED_COIN } from '../tokens/token-addresses.js'
import {
  type AccountMeta,
  closeAccount,
  createTokenAccount,
  type InstructionPlan,
  packBytes,
  setUnitLimit,
  setUnitPrice,
  syncNative,
  transferLamports,
} from './instructions.js'
import { MARKET_PROGRAM, marketAuthority } from './local-market.js'
import { legsOf, programOf, sidesOf } from './pool-route.js'

const UNIT_LIMIT = 250_000
const UNIT_PRICE = 10_000n
/** Discriminator of `route_v2`. */
const ROUTE = Uint8Array.from([0xbb, 0x64, 0xfa, 0xcc, 0x31, 0xc4, 0xaf, 0x14])
/** Encoded route step that swaps the full input (10 000 basis points). The market's program reads only the number of steps. */
const STEP = Uint8Array.from([17, 1, 0x10, 0x27, 0, 1])

/** Account meta for an optional account that is absent: the program's own address, as in Anchor. */
const absentAccount: AccountMeta = [MARKET_PROGRAM, 'readonly']

export type SwapBuild = Parameters<EngineRouter['build']>[0]

/** Instructions of a swap transaction, in the same order as in Jupiter's transactions. */
export function swapInstructions(build: SwapBuild): readonly InstructionPlan[] {
  const { account, swap, wraps } = build
  const wrapped = ownAccount(account, WRAPPED_COIN)
  const openAccount = (mint: string): InstructionPlan =>
    createTokenAccount(account, { mint, account: ownAccount(account, mint), program: programOf(mint) })
  const wrap = [openAccount(WRAPPED_COIN), transferLamports(account, wrapped, swap.amount), syncNative(wrapped)]
  return [
    setUnitLimit(UNIT_LIMIT),
    setUnitPrice(UNIT_PRICE),
    ...(wraps && swap.from === WRAPPED_COIN ? wrap : []),
    openAccount(swap.to),
    routeInstruction(build),
    ...(wraps && [swap.from, swap.to].includes(WRAPPED_COIN) ? [closeAccount(wrapped, account)] : []),
  ]
}

const ownAccount = (owner: string, mint: string): string => associatedAddress(owner, mint, programOf(mint))

/** `route_v2` of the market's program. */
function routeInstruction({ account, swap, quoted, slippageBps }: SwapBuild): InstructionPlan {
  const legs = legsOf(swap) ?? []
  const poolAccounts = legs.flatMap((leg): readonly AccountMeta[] => {
    const { input, output } = sidesOf(leg)
    return [
      [input.account, 'writable'],
      [output.account, 'writable'],
      [output.mint, 'readonly'],
      [output.program, 'readonly'],
    ]
  })
  const terms = packBytes(26, (view) => {
    view.setBigUint64(0, swap.amount, true)
    view.setBigUint64(8, quoted, true)
    view.setUint16(16, slippageBps, true)
    view.setUint32(22, legs.length, true)
  })
  return {
    program: MARKET_PROGRAM,
    accounts: [
      [account, 'writable signer'],
      [ownAccount(account, swap.from), 'writable'],
      [ownAccount(account, swap.to), 'writable'],
      [swap.from, 'readonly'],
      [swap.to, 'readonly'],
      [programOf(swap.from), 'readonly'],
      [programOf(swap.to), 'readonly'],
      ...[absentAccount, absentAccount],
      [MARKET_PROGRAM, 'readonly'],
      [marketAuthority.address, 'readonly'],
      ...poolAccounts,
    ],
    data: concatBytes(ROUTE, terms, ...legs.map(() => STEP), Uint8Array.of(marketAuthority.bump)),
  }
}
