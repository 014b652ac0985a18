import type { ReactNode } from 'react'
import { useUi } from '../../react/dialog/ui-context.js'
import { AmountInput, mayMeanThousands } from '../controls/amount-input.js'
import { Button } from '../controls/button.js'
import { Section } from '../layout/section.js'
import { Stack } from '../layout/stack.js'
import { useTransactionTexts } from './use-transaction-texts.js'

export interface AmountCardProps {
  /** Heading of the card. Default: none. */
  readonly title?: string | undefined
  /** Accessible name of the input. Default: `title`. */
  readonly label?: string | undefined
  readonly value: string
  /** Called with the text of the input. Without it the input is read-only. */
  readonly onType?: ((text: string) => void) | undefined
  /** Validation error, translated. */
  readonly error?: string | undefined
  /** Picture of the token or currency. */
  readonly mark?: ReactNode
  /** Symbol of the token or currency. */
  readonly symbol: ReactNode
  /** Opens the list of tokens or currencies. Without it the choice is fixed. */
  readonly onChoose?: (() => void) | undefined
  /** Displayed below the amount: the first child at the start, the second at the end. */
  readonly children?: ReactNode
  /** Displayed below all other content. */
  readonly after?: ReactNode
}

/** Card with an amount, entered or displayed, and its token or currency. */
export function AmountCard(props: AmountCardProps): ReactNode {
  const { title, label = title ?? '', value, onType, error, mark, symbol, onChoose, children, after } = props
  const t = useTransactionTexts()
  const { locale } = useUi()
  const isAmbiguous = onType !== undefined && mayMeanThousands(value, locale.peek())
  return (
    <Section raised {...(title !== undefined && { title })}>
      <Stack gap={2}>
        <AmountInput
          label={label}
          value={value}
          onChange={(text) => onType?.(text)}
          error={error}
          hint={isAmbiguous ? t('amount.dot', { amount: String(Number(value)) }) : undefined}
          readOnly={!onType}
          unit={
            onChoose ? (
              <Button kind="secondary" compact icon={mark} onClick={onChoose}>
                {symbol}
              </Button>
            ) : (
              <span className="wm-amount-end">
                {mark}
                {symbol}
              </span>
            )
          }
        >
          {children}
        </AmountInput>
        {after}
      </Stack>
    </Section>
  )
}
