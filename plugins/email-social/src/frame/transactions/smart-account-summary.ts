import { getAddress } from 'viem'
import type { Fact, Summary } from '../approval/summary.js'
import type { FrameChain } from '../gateway.js'
import { t } from '../strings.js'
import type { BatchCall, SmartAccountState } from './smart-account.js'
import type { ReadChain } from './transaction.js'
import { coinsOf, summarizeCall } from './transaction-summary.js'

interface SummaryContext {
  readonly site: string
  readonly account: string
  readonly chain: FrameChain
  readonly state: SmartAccountState
  readonly read: ReadChain
  /** Maximum fee of the transaction, in wei. */
  readonly fee: bigint
}

/** Summary of a batch: the effect of each call, and a warning if the batch makes the account a smart account. */
export async function summarizeBatch(
  calls: readonly BatchCall[],
  { site, account, chain, state, read, fee }: SummaryContext,
): Promise<Summary> {
  const { contract, isDelegated, otherContract } = state
  const summaries = await Promise.all(calls.map((call) => summarizeCall(call, { chain, read })))
  const delegates = contract !== null && !isDelegated
  const contractFact: readonly Fact[] = delegates
    ? [{ label: 'smartAccount', value: getAddress(contract), format: 'address' }]
    : []
  return {
    title: t('title.batch', { count: String(calls.length) }),
    warnings: [
      ...(delegates ? [t('warning.delegate', { network: chain.name })] : []),
      ...(otherContract ? [t('warning.replace', { contract: getAddress(otherContract) })] : []),
    ],
    facts: [{ label: 'site', value: site }, { label: 'network', value: chain.name }, ...contractFact],
    calls: summaries.map(({ undecodedData, facts, ...call }) => ({ ...call, facts: [...facts, ...undecodedData] })),
    closingFacts: [
      { label: 'fee', value: coinsOf(fee, chain) },
      { label: 'account', value: account, format: 'address' },
    ],
  }
}
