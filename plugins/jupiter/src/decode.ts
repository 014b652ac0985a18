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

/** Maximum compute units of a transaction on Solana. Assumed if the transaction sets no limit. */
const MAX_UNITS = 1_400_000n
const MICRO = 1_000_000n

// instruction numbers (first bytes of the data) of the compute budget, system, token, and associated token account programs
const [UNIT_LIMIT, UNIT_PRICE] = [2, 3]
const [SYSTEM_TRANSFER, CLOSE_ACCOUNT, SYNC_NATIVE] = [2, 9, 17]
const CREATE_IDEMPOTENT = 1

/** Associated token account of an owner and a mint. */
export async function associated(owner: string, { mint, program }: Pick<Side, 'mint' | 'program'>): Promise<string> {
  const { encode } = getAddressEncoder()
  const [associatedAddress] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [owner, program, mint].map((one) => encode(address(one))),
  })
  return associatedAddress
}

/** Accounts that the instructions of a swap may use. */
interface SwapAccounts {
  readonly owner: string
  readonly route: Route
  /** The owner's token account for wrapped SOL. */
  readonly wrappedCoinAccount: string
}

/** Effects of the instructions before and after the route. */
interface SurroundingEffects {
  /** Amount of SOL that is wrapped, in lamports. */
  wrapped: bigint
  /** Whether the account for wrapped SOL is closed, which unwraps its balance. */
  isUnwrapped: boolean
  /** Compute unit limit. */
  units: bigint
  /** Price of a compute unit, in micro-lamports. */
  price: bigint
}

type Reader = (instruction: SolanaInstruction, swapAccounts: SwapAccounts, effects: SurroundingEffects) => boolean

const addressAt = ({ accounts }: SolanaInstruction, index: number): string | undefined => accounts[index]?.address
const viewOf = ({ data }: SolanaInstruction): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** Allows the instructions that set the compute unit limit and the price of a compute unit. */
function readBudget(instruction: SolanaInstruction, _: SwapAccounts, effects: SurroundingEffects): boolean {
  const { data, accounts } = instruction
  if (accounts.length > 0) return false
  if (data[0] === UNIT_LIMIT && data.length === 5) effects.units = BigInt(viewOf(instruction).getUint32(1, true))
  else if (data[0] === UNIT_PRICE && data.length === 9) effects.price = viewOf(instruction).getBigUint64(1, true)
  else return false
  return true
}

/** Allows the instruction that creates the owner's token account for a swapped token or for wrapped SOL. */
function readCreation(instruction: SolanaInstruction, { owner, route, wrappedCoinAccount }: SwapAccounts): boolean {
  const { data, accounts } = instruction
  if (data.length !== 1 || data[0] !== CREATE_IDEMPOTENT || accounts.length !== 6) return false
  const own = [
    route.source,
    route.destination,
    { account: wrappedCoinAccount, mint: WRAPPED_COIN, program: TOKEN_PROGRAM },
  ]
  const isOwn = own.some(
    (one) =>
      addressAt(instruction, 1) === one.account &&
      addressAt(instruction, 3) === one.mint &&
      addressAt(instruction, 5) === one.program,
  )
  return (
    isOwn &&
    addressAt(instruction, 0) === owner &&
    addressAt(instruction, 2) === owner &&
    addressAt(instruction, 4) === SYSTEM_PROGRAM
  )
}

/** Allows the instruction that transfers SOL to the owner's wrapped SOL account. */
function readTransfer(
  instruction: SolanaInstruction,
  { owner, wrappedCoinAccount }: SwapAccounts,
  effects: SurroundingEffects,
): boolean {
  const { data, accounts } = instruction
  if (data.length !== 12 || accounts.length !== 2 || viewOf(instruction).getUint32(0, true) !== SYSTEM_TRANSFER)
    return false
  effects.wrapped += viewOf(instruction).getBigUint64(4, true)
  return addressAt(instruction, 0) === owner && addressAt(instruction, 1) === wrappedCoinAccount
}

/** Allows instructions that update the balance of the wrapped SOL account, or close this account to the owner. */
function readWrapping(
  instruction: SolanaInstruction,
  { owner, wrappedCoinAccount }: SwapAccounts,
  effects: SurroundingEffects,
): boolean {
  const { data, accounts } = instruction
  if (data.length !== 1 || addressAt(instruction, 0) !== wrappedCoinAccount) return false
  if (data[0] === SYNC_NATIVE) return accounts.length === 1
  if (data[0] !== CLOSE_ACCOUNT || accounts.length !== 3) return false
  effects.isUnwrapped = true
  return addressAt(instruction, 1) === owner && addressAt(instruction, 2) === owner
}

/**
 * Readers of the programs that a swap may use besides Jupiter's. A reader returns whether it allows the instruction, and
 * adds the instruction's effects.
 */
const readers: Readonly<Record<string, Reader>> = {
  [COMPUTE_BUDGET_PROGRAM]: readBudget,
  [ASSOCIATED_TOKEN_PROGRAM]: readCreation,
  [SYSTEM_PROGRAM]: readTransfer,
  [TOKEN_PROGRAM]: readWrapping,
}

/** Whether the owner signs, and both token accounts are the owner's associated accounts. */
async function isOwn({ authority, source, destination }: Route, owner: string): Promise<boolean> {
  const own = await Promise.all([source, destination].map((one) => associated(owner, one)))
  return authority === owner && own[0] === source.account && own[1] === destination.account
}

/**
 * CAIP-19 ids of the paid and the received asset. `undefined` if SOL is wrapped but not paid, if the wrapped amount differs from the paid amount, or
 * if wrapped SOL is unwrapped although it is neither received nor wrapped by this transaction.
 */
function assetsOf(
  { source, destination, amount }: Route,
  { wrapped, isUnwrapped }: SurroundingEffects,
  network: DecodeContext['network'],
) {
  const paysCoin = wrapped > 0n
  const receivesWrapped = destination.mint === WRAPPED_COIN
  if (paysCoin && (source.mint !== WRAPPED_COIN || wrapped !== amount)) return undefined
  if (isUnwrapped && !receivesWrapped && !paysCoin) return undefined
  const idOf = (mint: string, isCoin: boolean): string =>
    isCoin ? coinAssetId(network) : `${network.caipNetworkId}/token:${mint}`
  return { pay: idOf(source.mint, paysCoin), receive: idOf(destination.mint, receivesWrapped && isUnwrapped) }
}

/**
 * Decodes a swap from a transaction that Jupiter built. `undefined` for all other calls, for a transaction with an instruction that is not part of a
 * swap of the sender's own tokens, and for a priority fee above {@link MAX_PRIORITY}.
 */
export async function decodeJupiter(call: unknown, { network, from }: DecodeContext): Promise<SwapAction | undefined> {
  const { payer, instructions }: Partial<SolanaBuiltCall> = Object(call)
  if (payer !== from || !instructions) return undefined
  const [route] = instructions.flatMap((one) => readRoute(one) ?? [])
  if (!route || !(await isOwn(route, from))) return undefined
  const wrappedCoinAccount = await associated(from, { mint: WRAPPED_COIN, program: TOKEN_PROGRAM })
  const effects: SurroundingEffects = { wrapped: 0n, isUnwrapped: false, units: MAX_UNITS, price: 0n }
  const others = instructions.filter(({ program }) => program !== JUPITER_PROGRAM)
  if (others.length !== instructions.length - 1) return undefined // another instruction of Jupiter, such as a second route
  if (!others.every((one) => readers[one.program]?.(one, { owner: from, route, wrappedCoinAccount }, effects)))
    return undefined
  if (effects.units * effects.price > MAX_PRIORITY * MICRO) return undefined
  const assets = assetsOf(route, effects, network)
  if (!assets) return undefined
  return {
    type: 'swap',
    pay: { assetId: assets.pay, amount: route.amount },
    receiveAtLeast: { assetId: assets.receive, amount: route.minimum },
    receiver: from,
    target: JUPITER_PROGRAM,
  }
}
