import { Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Input, Tabs } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { slippageChoices } from '../form/slippage.js'
import { toPercent } from '../quotes/quote-math.js'
import type { FormProps } from './form-props.js'

const CUSTOM = 'custom'

/** Choice of the slippage: predefined values or the visitor's own percentage. `children` display the resulting terms. */
export function SlippageField({
  model,
  ctx: { t },
  children,
}: FormProps & { readonly children: ReactNode }): ReactNode {
  const { slippage } = model.form
  const bps = useValue(slippage.bps)
  const text = useValue(slippage.text)
  const warning = useValue(slippage.warning)
  const label = t('terms.slippage')
  const choices = slippageChoices.map((choice) => ({ id: String(choice), label: `${toPercent(choice)} %` }))
  return (
    <Stack gap={2}>
      <Text size="caption" tone="muted">
        {label}
      </Text>
      <Tabs
        label={label}
        tabs={[...choices, { id: CUSTOM, label: t('slippage.custom') }]}
        selected={text === undefined ? String(bps) : CUSTOM}
        onSelect={(id) => (id === CUSTOM ? slippage.type(toPercent(bps ?? 0)) : slippage.choose(Number(id)))}
      >
        <Stack gap={2}>
          {text !== undefined && (
            <Input
              label={t('slippage.label')}
              hideLabel
              value={text}
              onChange={slippage.type}
              inputMode="decimal"
              autoComplete="off"
              direction="ltr"
              trailing={<Text tone="muted">%</Text>}
              error={bps === undefined ? t('slippage.wrong') : undefined}
            />
          )}
          {warning && (
            <Text size="caption" tone="warning">
              {t(`slippage.${warning}`)}
            </Text>
          )}
          {children}
        </Stack>
      </Tabs>
    </Stack>
  )
}
