import {
  type BuiltTransaction,
  type Context,
  type Network,
  type TransactionExtra,
  type TransactionRequest,
  WalletModalError,
} from '@wallet-modal/kernel'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import type { SolanaCall, SolanaInstruction, SolanaTransaction } from '../contract.js'
import { createNode, type Simulation, type SolanaNode } from '../node.js'
import { toBase64 } from '../sdk.js'
import { createAssetIds } from './asset-ids.js'
import { type ChainState, readChainState, tokenAccountOf } from './chain-state.js'
import { assertUnscaled } from './contents/assert-unscaled.js'
import { readAssetRisks } from './contents/asset-risks.js'
import { toBalanceChanges, watchedAddresses } from './contents/balance-changes.js'
import { callNames, readContents } from './contents/contents.js'
import { MAX_LENGTH, prebuiltCall, readPrebuilt } from './contents/prebuilt-transaction.js'
import { assertSuccess, isInvalidRequest } from './errors.js'
import { withBudget } from './fees/budget.js'
import { feeOf } from './fees/fee.js'
import { openingRent } from './fees/rent.js'
import { byTableIndex, type Message, type ParsedTransaction, readTransaction, writeTransaction } from './sdk.js'
import { type SubmissionRecords, submit } from './submit/submit.js'
import { readTokenAccountClosing, readTokenAccountCreation } from './token-instructions.js'
import type { WalletAccess } from './wallet-access.js'

export interface DriverState {
  readonly ctx: Context
  readonly wallets: WalletAccess
  readonly records: SubmissionRecords
}

function encode(message: Message): Uint8Array {
  const { payer, instructions } = message
  const signer = instructions.flatMap(({ accounts }) => accounts).find((one) => one.isSigner && one.address !== payer)
  if (signer)
    throw invalidArgument(`The transaction also needs the signature of ${signer.address}, but only ${payer} signs.`)
  let transaction: Uint8Array
  try {
    transaction = writeTransaction(message)
  } catch (cause) {
    throw new WalletModalError('INVALID_ARGUMENT', 'The calls are not instructions of Solana programs.', { cause })
  }
  if (transaction.length > MAX_LENGTH)
    throw invalidArgument(`The transaction has ${transaction.length} bytes, but at most ${MAX_LENGTH} are allowed.`)
  return transaction
}

async function simulate(
  node: SolanaNode,
  transaction: Uint8Array,
  addresses: readonly string[],
): Promise<Pick<Simulation, 'accounts'>> {
  const simulateOnNode = async (): Promise<Simulation> => {
    try {
      return await node.simulate(transaction, addresses)
    } catch (error) {
      if (!isInvalidRequest(error)) throw error
      return node.simulate(transaction) // the node cannot return account states
    }
  }
  const simulated = await simulateOnNode()
  assertSuccess(simulated)
  return simulated
}

/** Rent of the token accounts that the transaction opens and does not close. */
async function extrasOf(
  node: SolanaNode,
  { payer, instructions }: ParsedTransaction,
  { accounts, mints }: ChainState,
): Promise<readonly TransactionExtra[]> {
  const creations = instructions.flatMap((one) => readTokenAccountCreation(one) ?? [])
  const closed = new Set(instructions.flatMap((one) => readTokenAccountClosing(one)?.account ?? []))
  const opened = new Map(creations.flatMap((one) => (closed.has(one.account) ? [] : [[one.account, one] as const])))
  const rents = [...opened].map(async ([account, creation]) => {
    const [existing, mint] = [accounts.get(account), mints.get(creation.mint)]
    if (creation.payer !== payer || !mint || tokenAccountOf(existing)) return 0n
    return openingRent(node, { program: creation.program, mint, existing })
  })
  const amount = (await Promise.all(rents)).reduce((sum, one) => sum + one, 0n)
  return amount > 0n ? [{ code: 'rent', amount }] : []
}

interface SimulationRequest {
  readonly transaction: Uint8Array
  readonly network: Network
  readonly expects: TransactionRequest['expects']
  /** Whether a service built the transaction. Decoders then receive all instructions as one call. */
  readonly isPrebuilt?: boolean
}

/** Decodes a transaction from its bytes, and simulates it. */
async function readAndSimulate(
  node: SolanaNode,
  parsed: ParsedTransaction,
  { transaction, network, expects, isPrebuilt = false }: SimulationRequest,
) {
  const { payer } = parsed
  const assetIds = createAssetIds(network, expects)
  const state = await readChainState(node, parsed)
  const addresses = watchedAddresses(state, payer)
  const [fee, { accounts: after }, extras] = await Promise.all([
    node.fee(parsed.messageBytes),
    simulate(node, transaction, addresses),
    extrasOf(node, parsed, state),
    assertUnscaled(node, network, expects),
  ])
  const receivers = (expects ?? []).flatMap((one) => (one.type === 'transfer' ? one.to : []))
  const balanceChanges = toBalanceChanges({ payer, before: state.accounts, after, addresses, fee, assetIds })
  const simulated = new Map(addresses.map((address, at) => [address, after?.[at]] as const))
  const assetRisks = await readAssetRisks(node, { network, balanceChanges, expects, simulated })
  return {
    from: payer,
    caipNetworkId: network.caipNetworkId,
    contents: isPrebuilt ? [prebuiltCall(parsed)] : await readContents(parsed, { state, assetIds, receivers }),
    balanceChanges,
    ...(assetRisks.length > 0 && { assetRisks }),
    fee: feeOf(parsed, fee),
    extras,
    call: callNames(parsed),
    payload: toBase64(parsed.messageBytes),
  }
}

/** See `TransactionDriver.build`. */
export async function buildTransaction(
  driver: DriverState,
  { calls, ...request }: TransactionRequest<SolanaCall>,
  signal: AbortSignal,
): Promise<BuiltTransaction> {
  const prebuilt = calls.find(isPrebuiltCall)
  if (!prebuilt)
    return buildFromInstructions(
      driver,
      { ...request, calls: calls.flatMap((one) => (isPrebuiltCall(one) ? [] : [one])) },
      signal,
    )
  if (calls.length > 1) throw invalidArgument('A transaction built by a service cannot be combined with other calls.')
  return buildPrebuilt(driver, { ...request, calls: [prebuilt] }, signal)
}

async function buildFromInstructions(
  driver: DriverState,
  request: TransactionRequest<SolanaInstruction>,
  signal: AbortSignal,
): Promise<BuiltTransaction> {
  const { connection, network, calls, speed, expects } = request
  const payer = connection.account.address
  const node = createNode(driver.ctx, network.caipNetworkId, signal)
  encode({ payer, blockhash: payer, instructions: calls }) // invalid instructions throw before any request
  const instructions = await withBudget(node, payer, calls, speed)
  const { blockhash, lastValidBlockHeight } = await node.latestBlock()
  const transaction = encode({ payer, blockhash, instructions })
  const built = await readAndSimulate(node, readTransaction(transaction), { transaction, network, expects })
  return {
    ...built,
    currentPayload: () => toBase64(readTransaction(transaction).messageBytes),
    send: () => submit(driver, connection.provider, { ...built, transaction, lastBlock: lastValidBlockHeight }),
  }
}

const isPrebuiltCall = (call: SolanaCall): call is SolanaTransaction => 'transaction' in call

/** Uses a transaction built by a service, unchanged. */
async function buildPrebuilt(
  driver: DriverState,
  { connection, network, calls: [prebuilt], expects }: TransactionRequest<SolanaTransaction>,
  signal: AbortSignal,
): Promise<BuiltTransaction> {
  if (!prebuilt) throw invalidArgument('A transaction needs at least one call.')
  const node = createNode(driver.ctx, network.caipNetworkId, signal)
  const transaction = prebuilt.transaction.slice()
  const parsed = await readPrebuilt(node, transaction, connection.account.address)
  const built = await readAndSimulate(node, parsed, { transaction, network, expects, isPrebuilt: true })
  return {
    ...built,
    currentPayload: () => toBase64(readTransaction(transaction, byTableIndex).messageBytes),
    send: () => submit(driver, connection.provider, { ...built, transaction, lastBlock: prebuilt.lastBlock }),
  }
}
