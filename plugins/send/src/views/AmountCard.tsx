import { Button, Mark, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Amount, AmountInput, Section } from '@wallet-modal/kernel/ui/more'
import type { ReactNode } from 'react'
import { WalletSendSelectToken } from '../contract.js'
import { displayUsd, worthOf } from '../fiat.js'
import type { PartProps } from './WalletSendView.js'

/** Token, amount, what it is worth, and how much there is. */
export function AmountCard({ model, ctx }: PartProps): ReactNode {
  const token = useValue(model.token)
  const amount = useValue(model.amount)
  const { preset } = useValue(model.opening)
  const error = useAmountError({ model, ctx })
  const { t } = ctx
  const value = token && amount.value !== undefined ? worthOf(amount.value, token.decimals, token.priceUsd) : undefined
  const isFixed = preset.amount !== undefined
  return (
    <Section raised>
      <Stack gap={2}>
        <AmountInput
          label={t('amount.label')}
          value={amount.text}
          onChange={model.type}
          error={error}
          readOnly={isFixed}
          unit={<TokenButton model={model} ctx={ctx} />}
        >
          {value !== undefined && (
            <Text size="caption" tone="muted">
              <bdi dir="ltr">{displayUsd(value)}</bdi>
            </Text>
          )}
          {token && (
            <span className="wm-amount-end">
              <Text size="caption" tone="muted">
                {t('amount.balance')}: <Amount value={token.amount} decimals={token.decimals} symbol={token.symbol} />
              </Text>
              {!isFixed && (
                <Button kind="quiet" compact onClick={model.useMax}>
                  {t('amount.max')}
                </Button>
              )}
            </span>
          )}
        </AmountInput>
        {token?.doubts && token.address !== undefined && <Address>{token.address}</Address>}
        {token?.doubts?.map((doubt) => (
          <Text key={doubt} size="caption" tone="warning">
            {t(`token.doubtText.${doubt}`)}
          </Text>
        ))}
      </Stack>
    </Section>
  )
}

function TokenButton({ model, ctx }: PartProps): ReactNode {
  const token = useValue(model.token)
  const { preset } = useValue(model.opening)
  const { t } = ctx
  const mark = token && <Mark name={token.symbol} src={token.iconUrl} size={24} />
  if (token && preset.assetId !== undefined)
    return (
      <span className="wm-amount-end">
        {mark}
        <Name>{token.symbol}</Name>
      </span>
    )
  return (
    <Button kind="secondary" compact icon={mark} onClick={() => void ctx.router.push(WalletSendSelectToken)}>
      {token ? <Name>{token.symbol}</Name> : t('token.choose')}
    </Button>
  )
}

/** What is wrong with the amount, in words. */
function useAmountError({ model, ctx: { t } }: PartProps): string | undefined {
  const step = useValue(model.step)
  const token = useValue(model.token)
  const scene = useValue(model.scene)
  const limit = useValue(model.limit)
  if (step === 'incorrectValue') return t('amount.invalid')
  if (step !== 'insufficientFunds') return undefined
  if (limit.status === 'ready' && limit.limit.reason !== undefined) return limit.limit.reason
  const symbol = scene?.network.nativeCurrency.symbol ?? ''
  const isFee = limit.status === 'ready' && limit.limit.max === 0n && (token?.amount ?? 0n) > 0n
  return isFee ? t('amount.noFee', { symbol }) : t('amount.tooMuch')
}
