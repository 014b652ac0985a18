import type { ReactNode } from 'react'
import { usdValue } from '../../domain/assets/usd-value.js'
import type { AssetAmount } from '../../transactions/actions.js'
import { Address } from '../content/address.js'
import { Amount } from '../content/amount.js'
import { Fiat } from '../content/fiat.js'
import { Text } from '../content/text.js'
import { Fact } from '../lists/facts.js'
import { findToken, nftOf, type ReviewProps } from './review-assets.js'
import { useTransactionTexts } from './use-transaction-texts.js'

interface AssetTextProps extends Pick<ReviewProps, 'network' | 'tokens'> {
  /** Displayed amount. */
  readonly of: AssetAmount
  /** Displays `+` or `−` before the amount. */
  readonly signed?: boolean
}

/** Exact amount with symbol and value in US dollars. For an NFT: its contract and token id. For an unknown token: base units and the CAIP-19 id. */
export function AssetText({ of: { assetId, amount }, signed, ...context }: AssetTextProps): ReactNode {
  const t = useTransactionTexts()
  const token = findToken(context, assetId)
  const absolute = amount < 0n ? -amount : amount
  const sign = signed && (amount < 0n ? '−' : '+')
  const value = token && usdValue(absolute, token.decimals, token.priceUsd)
  const nft = token ? undefined : nftOf(assetId)
  return (
    <>
      <Text size="strong">
        <bdi dir="ltr">
          {sign}
          <Amount
            value={absolute}
            decimals={token?.decimals ?? 0}
            symbol={token?.symbol ?? ''}
            places={token?.decimals ?? 0}
          />
        </bdi>
      </Text>
      {nft ? (
        <Text size="caption" tone="muted">
          <bdi dir="ltr">
            {nft.contract} #{nft.tokenId}
          </bdi>
        </Text>
      ) : (
        !token && (
          <Text size="caption" tone="warning">
            {t('token.unknown')} <bdi dir="ltr">{assetId}</bdi>
          </Text>
        )
      )}
      {value !== undefined && (
        <Text size="caption" tone="muted">
          <Fiat value={value} />
        </Text>
      )}
    </>
  )
}

/** Contract address, mint or asset number of a token; nothing for native coins. */
export function TokenFact({
  assetId,
  ...context
}: Omit<AssetTextProps, 'of' | 'signed'> & { assetId: string }): ReactNode {
  const t = useTransactionTexts()
  const { address } = findToken(context, assetId) ?? {}
  if (address === undefined) return null
  return (
    <Fact label={t(/^\d+$/.test(address) ? 'fact.tokenNumber' : 'fact.token')} long>
      <Address>{address}</Address>
    </Fact>
  )
}
