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

/** Default compute units of a transaction without a limit. */
const MAX_UNITS = 1_400_000n
const MICRO = 1_000_000n

// instruction numbers of the programs
const [UNIT_LIMIT, UNIT_PRICE] = [2, 3]
const [SYSTEM_TRANSFER, CLOSE_ACCOUNT, SYNC_NATIVE] = [2, 9, 17]
const CREATE_IDEMPOTENT = 1

/** Associated token account of an owner and a mint. */
export async function associated(owner: string, { mint, program }: Pick<Side, 'mint' | 'program'>): Promise<string> {
  const { encode } = getAddressEncoder()
  const [found] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [owner, program, mint].map((one) => encode(address(one))),
  })
  return found
}

/** Accounts that may take part in a swap. */
interface Parts {
  readonly owner: string
  readonly route: Route
  /** The owner's account of wrapped SOL. */
  readonly wrapping: string
}

/** Effects of the instructions around the route. */
interface Around {
  /** Wrapped lamports. */
  wrapped: bigint
  /** The wrapped SOL account is closed, which unwraps all of it. */
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

/** Creates a token account of the owner for a swapped token. */
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

/** Transfers SOL to the owner's wrapped SOL account. */
function readTransfer(instruction: SolanaInstruction, { owner, wrapping }: Parts, around: Around): boolean {
  const { data, accounts } = instruction
  if (data.length !== 12 || accounts.length !== 2 || viewOf(instruction).getUint32(0, true) !== SYSTEM_TRANSFER)
    return false
  around.wrapped += viewOf(instruction).getBigUint64(4, true)
  return at(instruction, 0) === owner && at(instruction, 1) === wrapping
}

/** Updates the balance of the wrapped SOL account, or closes it to the owner. */
function readWrapping(instruction: SolanaInstruction, { owner, wrapping }: Parts, around: Around): boolean {
  const { data, accounts } = instruction
  if (data.length !== 1 || at(instruction, 0) !== wrapping) return false
  if (data[0] === SYNC_NATIVE) return accounts.length === 1
  if (data[0] !== CLOSE_ACCOUNT || accounts.length !== 3) return false
  around.isUnwrapped = true
  return at(instruction, 1) === owner && at(instruction, 2) === owner
}

/** Programs and instructions allowed in a swap besides Jupiter's. */
const readers: Readonly<Record<string, Reader>> = {
  [COMPUTE_BUDGET_PROGRAM]: readBudget,
  [ASSOCIATED_TOKEN_PROGRAM]: readCreation,
  [SYSTEM_PROGRAM]: readTransfer,
  [TOKEN_PROGRAM]: readWrapping,
}

/** Whether both token accounts are the owner's associated accounts, and the owner signs. */
async function isOwn({ authority, source, destination }: Route, owner: string): Promise<boolean> {
  const own = await Promise.all([source, destination].map((one) => associated(owner, one)))
  return authority === owner && own[0] === source.account && own[1] === destination.account
}

/** Assets by CAIP-19 id; `undefined` if SOL is wrapped or unwrapped but not swapped. */
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
 * Decodes a swap from a transaction that Jupiter built. `undefined` for all other calls, and if anything in the transaction is not part of a swap
 * of the sender's own tokens.
 */
export async function decodeJupiter(call: unknown, { network, from }: DecodeContext): Promise<SwapAction | undefined> {
  const { payer, instructions }: Partial<SolanaBuiltCall> = Object(call)
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
