import * as v from 'valibot'
import { decodeFunctionData, decodeFunctionResult, encodeFunctionData, erc20Abi, formatUnits, getAddress } from 'viem'
import type { Fact, Summary } from '../approval/summary.js'
import type { FrameChain } from '../gateway.js'
import { isReadable } from '../messages/readable.js'
import { t } from '../strings.js'
import { describeNftApproval, hasOwner, isErc721 } from './nft-approval.js'
import type { ReadChain, Transaction } from './transaction.js'

/** Allowances at or above this value count as unlimited. */
const UNLIMITED = 2n ** 255n

interface SummaryContext {
  readonly site: string
  readonly account: string
  readonly chain: FrameChain
  readonly read: ReadChain
  /** Nonce that the site has chosen (decimal); `undefined` for none. */
  readonly nonce: string | undefined
}

/** Summary of a transaction, from its fields and calldata. */
export async function summarize(transaction: Transaction, context: SummaryContext): Promise<Summary> {
  const { chain, site, account, nonce } = context
  const { to, value = 0n, data = '0x', gas, maxFeePerGas } = transaction
  const { title, warnings, facts, undecodedData } = await summarizeCall({ to: to ?? undefined, value, data }, context)
  return {
    title,
    warnings,
    facts: [
      { label: 'site', value: site },
      { label: 'network', value: chain.name },
      ...facts,
      ...(nonce === undefined ? [] : [{ label: 'order', value: nonce } as const]),
      { label: 'fee', value: coinsOf(gas * maxFeePerGas, chain) },
      { label: 'account', value: account, format: 'address' },
      ...undecodedData,
    ],
  }
}

export const coinsOf = (amount: bigint, { decimals, symbol }: FrameChain): string =>
  `${formatUnits(amount, decimals)} ${symbol}`

/** Call to describe. `to` is absent for a contract creation. */
export interface SummarizedCall {
  readonly to: `0x${string}` | undefined
  readonly value: bigint
  readonly data: `0x${string}`
}

interface CallSummary extends Pick<Summary, 'title' | 'facts' | 'warnings'> {
  /** Calldata that no decoder recognizes. */
  readonly undecodedData: readonly Fact[]
}

/** Describes one call. */
export async function summarizeCall(
  call: SummarizedCall,
  { chain, read }: Pick<SummaryContext, 'chain' | 'read'>,
): Promise<CallSummary> {
  const { to, value, data } = call
  const coins = (amount: bigint): string => coinsOf(amount, chain)
  const description = await describe(call, read, coins)
  const recipient: Fact = to
    ? { label: data === '0x' ? 'to' : 'contract', value: getAddress(to), format: 'address' }
    : { label: 'contract', value: t('newContract') }
  const amount: readonly Fact[] = value > 0n || data === '0x' ? [{ label: 'amount', value: coins(value) }] : []
  return {
    title: description.title,
    warnings: description.warnings,
    facts: [...amount, ...description.facts, recipient],
    undecodedData: description.isKnown ? [] : [{ label: 'data', value: data, format: 'data' }],
  }
}

interface Description extends Pick<Summary, 'title' | 'facts' | 'warnings'> {
  readonly isKnown: boolean
}

async function describe(
  { to, value, data }: SummarizedCall,
  read: ReadChain,
  coins: (amount: bigint) => string,
): Promise<Description> {
  if (data === '0x' && to)
    return { isKnown: true, title: t('title.transfer', { amount: coins(value) }), facts: [], warnings: [] }
  // ERC-20 functions are not payable, so a call with a value is not an ERC-20 call
  const call = to && value === 0n ? decodeErc20(to, data) : undefined
  const unknown = { isKnown: false, title: t('title.call'), facts: [], warnings: [t('warning.data')] }
  if (!call) return unknown
  const isNft = call.kind === 'approve' ? await isErc721(call.token, read) : false
  // without an NFT of this id, the contract may also be an ERC-20 token, whose `approve` would allow this amount
  if (isNft && !(await hasOwner(call.token, call.amount, read))) return unknown
  if (isNft) return { isKnown: true, ...describeNftApproval(call.party, call.amount) }
  const amount = isNft === undefined ? undefined : await tokenAmount(call.token, call.amount, read)
  if (amount === undefined) return unknown
  const party: Fact = { label: call.kind === 'approve' ? 'spender' : 'to', value: call.party, format: 'address' }
  const isUnlimited = call.kind === 'approve' && call.amount >= UNLIMITED
  const displayedAmount = isUnlimited ? t('unlimited') : amount
  return {
    isKnown: true,
    title: isUnlimited
      ? t('title.unlimited')
      : t(call.kind === 'approve' ? 'title.approval' : 'title.transfer', { amount }),
    facts: [{ label: 'amount', value: displayedAmount }, party],
    warnings: call.kind === 'approve' && call.amount > 0n ? [t('warning.approval')] : [],
  }
}

function decodeErc20(token: `0x${string}`, data: `0x${string}`) {
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data })
    if (call.functionName !== 'transfer' && call.functionName !== 'approve') return undefined
    // rejects calldata with extra bytes after its arguments
    if (encodeFunctionData({ abi: erc20Abi, ...call }) !== data.toLowerCase()) return undefined
    return { token, kind: call.functionName, party: getAddress(call.args[0]), amount: call.args[1] } as const
  } catch {
    return undefined // another function
  }
}

/**
 * Amount in whole tokens with the symbol; in base units if the symbol cannot be displayed. `undefined` for contracts without `decimals` or `symbol`:
 * for example, the number in a call to an NFT contract is not an amount.
 */
async function tokenAmount(token: `0x${string}`, amount: bigint, read: ReadChain): Promise<string | undefined> {
  const readToken = async (functionName: 'decimals' | 'symbol') => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName })
    const answer = v.parse(v.string(), await read('eth_call', [{ to: token, data }, 'latest']))
    return decodeFunctionResult({ abi: erc20Abi, functionName, data: `0x${answer.slice(2)}` })
  }
  try {
    const [decimals, symbol] = [Number(await readToken('decimals')), String(await readToken('symbol'))]
    if (decimals > 36) return undefined
    if (symbol.length > 20 || !isReadable(symbol)) return t('baseUnits', { amount: String(amount) })
    return `${formatUnits(amount, decimals)} ${symbol}`
  } catch {
    return undefined // not an ERC-20 token
  }
}
