import { decodeFunctionData, encodeFunctionData, erc20Abi, formatUnits, getAddress } from 'viem'
import type { Fact, Summary } from '../approval/summary.js'
import type { FrameChain } from '../gateway.js'
import { t } from '../strings.js'
import { describeNftApproval, hasOwner, isErc721 } from './nft-approval.js'
import { type DisplayedTokenAmount, readTokenAmount } from './token-amount.js'
import { tokenText } from './token-strings.js'
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
  /** Fee that a rollup charges in addition to gas, in wei. */
  readonly l1Fee: bigint
}

export async function summarize(transaction: Transaction, context: SummaryContext): Promise<Summary> {
  const { chain, site, account, nonce, l1Fee } = context
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
      { label: 'fee', value: coinsOf(gas * maxFeePerGas + l1Fee, chain) },
      { label: 'account', value: account, format: 'address' },
      ...undecodedData,
    ],
  }
}

/** Amount of the native coin with its symbol, such as `0.1 ETH`. `amount` is in base units. */
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

/** Describes one call. Rejects if the node does not respond. */
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
  // a contract that declares ERC-721 but has no NFT with this id may be an ERC-20 token: `call.amount` is then an allowance, not an id
  if (isNft && !(await hasOwner(call.token, call.amount, read))) return unknown
  if (isNft) return { isKnown: true, ...describeNftApproval(call.party, call.amount) }
  const amount = await readTokenAmount(call.token, call.amount, read)
  return amount ? { isKnown: true, ...describeErc20(call, amount) } : unknown
}

/** Describes a transfer, an approval, or the removal of an approval (an approval of 0). */
function describeErc20(
  { token, kind, party, amount }: Erc20Call,
  { text, symbol }: DisplayedTokenAmount,
): Pick<Summary, 'title' | 'facts' | 'warnings'> {
  const partyFact: Fact = { label: kind === 'approve' ? 'spender' : 'to', value: party, format: 'address' }
  if (kind === 'approve' && amount === 0n) {
    const title = tokenText('title.revocation', { token: symbol ?? getAddress(token) })
    return { title, facts: [partyFact], warnings: [] }
  }
  const isUnlimited = kind === 'approve' && amount >= UNLIMITED
  const titleKey = kind === 'approve' ? 'title.approval' : 'title.transfer'
  return {
    title: isUnlimited ? t('title.unlimited') : t(titleKey, { amount: text }),
    facts: [{ label: 'amount', value: isUnlimited ? t('unlimited') : text }, partyFact],
    warnings: kind === 'approve' ? [t('warning.approval')] : [],
  }
}

interface Erc20Call {
  readonly token: `0x${string}`
  readonly kind: 'transfer' | 'approve'
  readonly party: `0x${string}`
  /** In base units. */
  readonly amount: bigint
}

function decodeErc20(token: `0x${string}`, data: `0x${string}`): Erc20Call | undefined {
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data })
    if (call.functionName !== 'transfer' && call.functionName !== 'approve') return undefined
    // rejects calldata with extra bytes after its arguments
    if (encodeFunctionData({ abi: erc20Abi, ...call }) !== data.toLowerCase()) return undefined
    return { token, kind: call.functionName, party: getAddress(call.args[0]), amount: call.args[1] }
  } catch {
    return undefined // another function
  }
}
