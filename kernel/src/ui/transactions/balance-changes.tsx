import type { ReactNode } from 'react'
import { Name } from '../content/name.js'
import { Text } from '../content/text.js'
import { Section } from '../layout/section.js'
import { Fact, Facts } from '../lists/facts.js'
import { AssetText } from './asset-text.js'
import { findToken, nftOf, type ReviewProps } from './review-assets.js'
import { useTransactionTexts } from './use-transaction-texts.js'

/** Simulated balance changes of the account, or a text if there are none or they could not be simulated. */
export function BalanceChanges(props: ReviewProps): ReactNode {
  const { balanceChanges, actions } = props.review
  const t = useTransactionTexts()
  const hasUnknownCall = actions.some(({ type }) => type === 'unknown')
  if (balanceChanges === 'unavailable' || balanceChanges.length === 0)
    return (
      <Text size="caption" tone={hasUnknownCall ? 'warning' : 'muted'}>
        {t(balanceChanges === 'unavailable' ? 'changes.unavailable' : 'changes.none')}
      </Text>
    )
  const nameOf = (assetId: string): string =>
    findToken(props, assetId)?.name ?? (nftOf(assetId) ? t('token.nft') : assetId)
  return (
    <Section raised title={t('changes')}>
      <Facts>
        {balanceChanges.map((change) => (
          <Fact key={change.assetId} label={<Name>{nameOf(change.assetId)}</Name>}>
            <AssetText of={change} signed {...props} />
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}
