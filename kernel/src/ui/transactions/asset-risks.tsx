import type { ReactNode } from 'react'
import { Name } from '../content/name.js'
import { Text } from '../content/text.js'
import { findToken, type ReviewProps } from './review-assets.js'
import { useTransactionTexts } from './use-transaction-texts.js'

/** Warnings about the received tokens of a review. */
export function AssetRisks(props: ReviewProps): ReactNode {
  const t = useTransactionTexts()
  return props.review.assetRisks?.map(({ assetId, code }) => (
    <Text key={`${assetId} ${code}`} size="caption" tone="warning">
      <Name>{findToken(props, assetId)?.symbol ?? assetId}</Name>: {t(`risk.${code}`)}
    </Text>
  ))
}
