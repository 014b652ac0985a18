import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/web3.js'
import type { DecodeContext, SwapAction } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { SolanaBuiltCall, SolanaInstruction } from '@wallet-modal/solana/contract'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  JUPITER_PROGRAM,
  MAX_PRIORITY,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  WRAPPED_COIN,
} from './programs.js'
import { type Route, readRoute, type Side } from './route.js'

/** Compute units of a transaction that names no limit. */
const MAX_UNITS = 1_400_000n
const MICRO = 1_000_000n

// numbers by which the programs tell their instructions apart
const [UNIT_LIMIT, UNIT_PRICE] = [2, 3]
const [SYSTEM_TRANSFER, CLOSE_ACCOUNT, SYNC_NATIVE] = [2, 9, 17]
const CREATE_IDEMPOTENT = 1

/** Where an owner's tokens of a mint are by convention. */
export async function associated(owner: string, { mint, program }: Pick<Side, 'mint' | 'program'>): Promise<string> {
  const { encode } = getAddressEncoder()
  const [found] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [owner, program, mint].map((one) => encode(address(one))),
  })
  return found
}

/** What may belong to a swap. */
interface Parts {
  readonly owner: string
  readonly route: Route
  /** The owner's account for the wrapped coin. */
  readonly wrapping: string
}

/** What instructions around the route do. */
interface Around {
  /** Coins that are wrapped, in lamports. */
  wrapped: bigint
  /** The account for the wrapped coin is closed, and all in it becomes coins. */
  isUnwrapped: boolean
  units: bigint
  price: bigint
}

type Reader = (instruction: SolanaInstruction, parts: Parts, around: Around) => boolean

const at = ({ accounts }: SolanaInstruction, place: number): string | undefined => accounts[place]?.address
const viewOf = ({ data }: SolanaInstruction): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength)

function readBudget(instruction: SolanaInstruction, _: Parts, around: Around): boolean {
  const { data, accounts } = instruction
  if (accounts.length > 0) return false
  if (data[0] === UNIT_LIMIT && data.length === 5) around.units = BigInt(viewOf(instruction).getUint32(1, true))
  else if (data[0] === UNIT_PRICE && data.length === 9) around.price = viewOf(instruction).getBigUint64(1, true)
  else return false
  return true
}

/** Opens an account of the owner, for a token that is swapped. */
function readCreation(instruction: SolanaInstruction, { owner, route, wrapping }: Parts): boolean {
  const { data, accounts } = instruction
  if (data.length !== 1 || data[0] !== CREATE_IDEMPOTENT || accounts.length !== 6) return false
  const own = [route.source, route.destination, { account: wrapping, mint: WRAPPED_COIN, program: TOKEN_PROGRAM }]
  const isOwn = own.some(
    (one) =>
      at(instruction, 1) === one.account && at(instruction, 3) === one.mint && at(instruction, 5) === one.program,
  )
  return isOwn && at(instruction, 0) === owner && at(instruction, 2) === owner && at(instruction, 4) === SYSTEM_PROGRAM
}

/** Puts coins into the owner's account for the wrapped coin. */
function readTransfer(instruction: SolanaInstruction, { owner, wrapping }: Parts, around: Around): boolean {
  const { data, accounts } = instruction
  if (data.length !== 12 || accounts.length !== 2 || viewOf(instruction).getUint32(0, true) !== SYSTEM_TRANSFER)
    return false
  around.wrapped += viewOf(instruction).getBigUint64(4, true)
  return at(instruction, 0) === owner && at(instruction, 1) === wrapping
}

/** Tells the account for the wrapped coin of its coins, or closes it to the owner. */
function readWrapping(instruction: SolanaInstruction, { owner, wrapping }: Parts, around: Around): boolean {
  const { data, accounts } = instruction
  if (data.length !== 1 || at(instruction, 0) !== wrapping) return false
  if (data[0] === SYNC_NATIVE) return accounts.length === 1
  if (data[0] !== CLOSE_ACCOUNT || accounts.length !== 3) return false
  around.isUnwrapped = true
  return at(instruction, 1) === owner && at(instruction, 2) === owner
}

/** Programs that a swap may call beside Jupiter's, with the instructions that it may have. */
const readers: Readonly<Record<string, Reader>> = {
  [COMPUTE_BUDGET_PROGRAM]: readBudget,
  [ASSOCIATED_TOKEN_PROGRAM]: readCreation,
  [SYSTEM_PROGRAM]: readTransfer,
  [TOKEN_PROGRAM]: readWrapping,
}

/** Whether both token accounts are where the owner's tokens are by convention, and the owner signs. */
async function isOwn({ authority, source, destination }: Route, owner: string): Promise<boolean> {
  const own = await Promise.all([source, destination].map((one) => associated(owner, one)))
  return authority === owner && own[0] === source.account && own[1] === destination.account
}

/** Assets by CAIP-19; `undefined` where coins are wrapped or unwrapped that are not swapped. */
function assetsOf(
  { source, destination, amount }: Route,
  { wrapped, isUnwrapped }: Around,
  network: DecodeContext['network'],
) {
  const [paysCoin, pays, receives] = [wrapped > 0n, source.mint === WRAPPED_COIN, destination.mint === WRAPPED_COIN]
  if (paysCoin && (!pays || wrapped !== amount)) return undefined
  if (isUnwrapped && !receives && !paysCoin) return undefined
  const idOf = (mint: string, isCoin: boolean): string =>
    isCoin ? coinAssetId(network) : `${network.caipNetworkId}/token:${mint}`
  return { pay: idOf(source.mint, paysCoin), receive: idOf(destination.mint, receives && isUnwrapped) }
}

/**
 * Reads a swap from a transaction that Jupiter built. `undefined` for all other calls, and where anything in the transaction does not belong to a
 * swap of the sender's own tokens.
 */
export async function decodeJupiter(given: unknown, { network, from }: DecodeContext): Promise<SwapAction | undefined> {
  const { payer, instructions }: Partial<SolanaBuiltCall> = Object(given)
  if (payer !== from || !instructions) return undefined
  const routes = instructions.flatMap((one) => readRoute(one) ?? [])
  const [route] = routes
  if (!route || routes.length > 1 || !(await isOwn(route, from))) return undefined
  const wrapping = await associated(from, { mint: WRAPPED_COIN, program: TOKEN_PROGRAM })
  const around: Around = { wrapped: 0n, isUnwrapped: false, units: MAX_UNITS, price: 0n }
  const others = instructions.filter(({ program }) => program !== JUPITER_PROGRAM)
  if (others.length !== instructions.length - 1) return undefined
  if (!others.every((one) => readers[one.program]?.(one, { owner: from, route, wrapping }, around))) return undefined
  if (around.units * around.price > MAX_PRIORITY * MICRO) return undefined
  const assets = assetsOf(route, around, network)
  if (!assets) return undefined
  return {
    type: 'swap',
    pay: { assetId: assets.pay, amount: route.amount },
    receiveAtLeast: { assetId: assets.receive, amount: route.minimum },
    receiver: from,
    target: JUPITER_PROGRAM,
  }
}
