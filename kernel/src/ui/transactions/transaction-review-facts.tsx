import type { ReactNode } from 'react'
import type { Action } from '../../transactions/actions.js'
import { Name } from '../content/name.js'
import { Section } from '../layout/section.js'
import { Stack } from '../layout/stack.js'
import { Fact, Facts } from '../lists/facts.js'
import { ActionFacts, ActionWarning, AddressFact, titleKeyOf } from './action-facts.js'
import { AssetRisks } from './asset-risks.js'
import { BalanceChanges } from './balance-changes.js'
import { findToken, type ReviewProps } from './review-assets.js'
import { TokenFlags } from './tokens/token-flags.js'
import { useTransactionTexts } from './use-transaction-texts.js'

const assetIdsOf = (action: Action): readonly string[] => {
  if (action.type === 'transfer' || action.type === 'approval') return [action.assetId]
  return action.type === 'swap' ? [action.pay.assetId, action.receiveAtLeast.assetId] : []
}

/** All effects of a transaction: its actions and balance changes from the review, and its network. */
export function TransactionReviewFacts(props: ReviewProps): ReactNode {
  const { review, network } = props
  const { actions, from } = review
  const t = useTransactionTexts()
  const isOneTransfer = actions.length === 1 && actions[0]?.type === 'transfer'
  const assetIds = [...new Set(actions.flatMap(assetIdsOf))]
  return (
    <Stack gap={3}>
      {actions.map((action, at) => (
        <Section
          // biome-ignore lint/suspicious/noArrayIndexKey: actions never move
          key={at}
          raised
          {...(!isOneTransfer && { title: action.type === 'custom' ? action.title : t(titleKeyOf(action)) })}
        >
          <Facts>
            <ActionFacts action={action} {...props} />
            {isOneTransfer && <NetworkFact name={network.name} />}
          </Facts>
          <ActionWarning action={action} />
        </Section>
      ))}
      {!isOneTransfer && (
        <Section raised>
          <Facts>
            <AddressFact label="fact.from" address={from} {...props} />
            <NetworkFact name={network.name} />
          </Facts>
        </Section>
      )}
      <BalanceChanges {...props} />
      <AssetRisks {...props} />
      {assetIds.map((assetId) => (
        <TokenFlags key={assetId} token={findToken(props, assetId) ?? {}} />
      ))}
    </Stack>
  )
}

function NetworkFact({ name }: { readonly name: string }): ReactNode {
  const t = useTransactionTexts()
  return (
    <Fact label={t('fact.network')}>
      <Name>{name}</Name>
    </Fact>
  )
}
