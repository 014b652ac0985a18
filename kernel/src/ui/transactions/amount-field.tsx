import type { ReactNode } from 'react'
import type { AccountToken } from '../../domain/assets/account-tokens.js'
import type { AmountEntry } from '../../domain/assets/amount-entry.js'
import { displayedBalance } from '../../domain/assets/displayed-balance.js'
import { usdValue } from '../../domain/assets/usd-value.js'
import { Address } from '../content/address.js'
import { Amount } from '../content/amount.js'
import { Fiat } from '../content/fiat.js'
import { Name } from '../content/name.js'
import { Text } from '../content/text.js'
import { Button } from '../controls/button.js'
import { TokenMark } from '../images/token-mark.js'
import { AmountCard } from './amount-card.js'
import { TokenFlags } from './tokens/token-flags.js'
import { useTransactionTexts } from './use-transaction-texts.js'

export interface AmountFieldProps {
  /** `null` while no token is selected. */
  readonly token: AccountToken | null
  /** Title, if there is more than one amount. Default: none; the accessible name is then "Amount". */
  readonly label?: string
  /** State of the input, from `createAmountEntry`. */
  readonly entry: AmountEntry
  /** Called with the text of the input. Without it the input is read-only. */
  readonly onType?: ((text: string) => void) | undefined
  /** Called by the Max button. Without it there is no button. */
  readonly onMax?: (() => void) | undefined
  /** Opens the token picker. Without it the token is fixed. */
  readonly onChooseToken?: (() => void) | undefined
  /** Validation error, translated. */
  readonly error?: string | undefined
}

/** Input for an amount of a token, with its value in US dollars, the balance and a Max button. */
export function AmountField(props: AmountFieldProps): ReactNode {
  const { token, label, entry, onType, onMax, onChooseToken, error } = props
  const t = useTransactionTexts()
  const isScaled = token?.scaledAmount !== undefined
  const value =
    token && !isScaled && entry.value !== undefined ? usdValue(entry.value, token.decimals, token.priceUsd) : undefined
  return (
    <AmountCard
      title={label}
      label={label ?? t('amount')}
      value={entry.text}
      onType={onType}
      error={error}
      mark={token && <TokenMark token={token} size={24} />}
      symbol={token ? <Name>{token.symbol}</Name> : onChooseToken && t('token.choose')}
      onChoose={onChooseToken}
      after={
        <>
          {token?.spamFlags && token.address !== undefined && <Address>{token.address}</Address>}
          {token && <TokenFlags token={token} />}
          {isScaled && (
            <Text size="caption" tone="warning">
              {t('token.scaled')}
            </Text>
          )}
        </>
      }
    >
      {value !== undefined && (
        <Text size="caption" tone="muted">
          <Fiat value={value} />
        </Text>
      )}
      {token && (
        <span className="wm-amount-end">
          <Text size="caption" tone="muted">
            {t('amount.balance')}:{' '}
            <Amount value={displayedBalance(token)} decimals={token.decimals} symbol={token.symbol} />
          </Text>
          {onMax && (
            <Button kind="quiet" compact onClick={onMax}>
              {t('amount.max')}
            </Button>
          )}
        </span>
      )}
    </AmountCard>
  )
}
