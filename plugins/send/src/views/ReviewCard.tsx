import type { FeeSpeed } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { Button, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Amount, Fact, Facts, Payload, Section, Tabs } from '@wallet-modal/kernel/ui/more'
import { type ReactNode, useState } from 'react'
import { displayUsd, worthOf } from '../fiat.js'
import type { Shown } from '../preview.js'
import { Findings } from './Findings.js'
import type { PartProps } from './WalletSendView.js'

type CardProps = PartProps & { readonly shown: Shown }

/** All that the bytes say. What was typed is not shown here: it was compared before. */
export function ReviewCard({ model, ctx, shown }: CardProps): ReactNode {
  const receiver = useValue(model.receiver)
  const { t } = ctx
  const { review, plan } = shown
  const { token, receiverName, scene } = plan
  const value = worthOf(review.amount, token.decimals, token.priceUsd)
  const findings = receiver.status === 'found' && receiver.address === review.to ? receiver.findings : []
  return (
    <Stack gap={3}>
      <Section raised>
        <Facts>
          <Fact label={t('preview.amount')}>
            <Text size="strong">
              <Amount value={review.amount} decimals={token.decimals} symbol={token.symbol} places={token.decimals} />
            </Text>
            {value !== undefined && (
              <Text size="caption" tone="muted">
                <bdi dir="ltr">{displayUsd(value)}</bdi>
              </Text>
            )}
          </Fact>
          {token.address !== undefined && (
            <Fact label={t(/^\d+$/.test(token.address) ? 'preview.tokenNumber' : 'preview.token')} long>
              <Address>{token.address}</Address>
            </Fact>
          )}
          <Received shown={shown} ctx={ctx} model={model} />
          <Fact label={t('preview.from')} long>
            <Address>{review.from}</Address>
          </Fact>
          <Fact label={t('preview.to')} long>
            {receiverName !== undefined && (
              <Text size="strong">
                <Name>{receiverName}</Name>
              </Text>
            )}
            <Address>{review.to}</Address>
          </Fact>
          {review.note?.memo !== undefined && (
            <Fact label={t('preview.memo')} long>
              <Name>{review.note.memo}</Name>
            </Fact>
          )}
          {review.note?.references?.map((reference) => (
            <Fact key={reference} label={t('preview.reference')} long>
              <Address>{reference}</Address>
            </Fact>
          ))}
          <Fact label={t('preview.network')}>
            <Name>{scene.network.name}</Name>
          </Fact>
        </Facts>
      </Section>
      {token.doubts?.map((doubt) => (
        <Text key={doubt} size="caption" tone="warning">
          {t(`token.doubtText.${doubt}`)}
        </Text>
      ))}
      <Findings model={model} ctx={ctx} findings={findings} />
      <Costs model={model} ctx={ctx} shown={shown} />
      <Details ctx={ctx} model={model} shown={shown} />
    </Stack>
  )
}

function Received({ shown: { review, plan }, ctx: { t } }: CardProps): ReactNode {
  const { received } = review
  if (received === undefined) return null
  if (received === 'unknown')
    return (
      <Text size="caption" tone="warning">
        {t('preview.receivedUnknown')}
      </Text>
    )
  const { decimals, symbol } = plan.token
  return (
    <>
      <Fact label={t('preview.received')}>
        <Amount value={received} decimals={decimals} symbol={symbol} places={decimals} />
      </Fact>
      <Text size="caption" tone="warning">
        {t('preview.receivedLess')}
      </Text>
    </>
  )
}

const knownExtras: ReadonlySet<string> = new Set(['rent', 'reserve', 'change'])

function CostFacts({ model, ctx: { t }, shown }: CardProps): ReactNode {
  const tokens = useValue(model.tokens.all)
  const { review, plan } = shown
  const { network } = plan.scene
  const { symbol, decimals } = network.nativeCurrency
  const price = tokens.find(({ assetId }) => assetId === coinAssetId(network))?.priceUsd
  const fee = review.isFeeOpen ? undefined : review.fee
  const value = fee === undefined ? undefined : worthOf(fee, decimals, price)
  return (
    <Facts>
      <Fact label={t('preview.fee')}>
        <Amount value={fee} decimals={decimals} symbol={symbol} places={8} />
        {value !== undefined && (
          <Text size="caption" tone="muted">
            <bdi dir="ltr">{displayUsd(value)}</bdi>
          </Text>
        )}
      </Fact>
      {review.extras.map(({ code, amount }) => (
        <Fact key={code} label={knownExtras.has(code) ? t(`preview.extra.${code}`) : code}>
          <Amount value={amount} decimals={decimals} symbol={symbol} places={8} />
        </Fact>
      ))}
    </Facts>
  )
}

function Costs(props: CardProps): ReactNode {
  const { model, shown } = props
  const { t } = props.ctx
  const speed = useValue(model.preview.speed)
  const { speeds } = shown.plan.scene.handler
  if (speeds.length < 2)
    return (
      <Section raised>
        <CostFacts {...props} />
      </Section>
    )
  return (
    <Tabs
      label={t('preview.speed')}
      tabs={speeds.map((id) => ({ id, label: t(`preview.speed.${id}`) }))}
      selected={speed}
      onSelect={(id) => model.preview.chooseSpeed(speeds.find((one): one is FeeSpeed => one === id) ?? speed)}
    >
      <Section raised>
        <CostFacts {...props} />
      </Section>
    </Tabs>
  )
}

function Details({ shown: { review }, ctx: { t } }: CardProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={2}>
      <Button kind="quiet" compact onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'preview.hideDetails' : 'preview.details')}
      </Button>
      {isOpen && (
        <Section title={`${t('preview.call')}: ${review.call}`}>
          <Payload>{review.payload}</Payload>
        </Section>
      )}
    </Stack>
  )
}
